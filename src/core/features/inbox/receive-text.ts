import type { Transaction } from 'kysely';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';
import { isAutomaticText } from '#shared/features/inbox/auto-text.rules.ts';
import { mediaNames } from '#shared/features/conversations/media.rules.ts';
import { classifyReply, type ReplyKind } from '#shared/features/inbox/reply.rules.ts';
import { stoppedChannels } from '#shared/features/inbox/stopped-channels.rules.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/db/tables.ts';
import { isSharedSender, sharedSender } from '../../platform/twilio.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { asCompany, type SystemDeps, type SystemTx } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { loadSmsKeywords } from '../../platform/us-data/index.ts';
import { outlast } from '../../platform/db/outlast.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { lockLeads } from '../lead-rows/lock-leads.ts';
import { claimPhone } from '../permission/phone-lock.ts';
import { type OtherStop, stopOtherChannel } from '../opt-outs/stop-told-to-member.ts';
import { markUnsure } from '../permission/unsure-replies.ts';
import { WEBHOOK_PATIENCE } from './webhook-patience.ts';
import {
  handleAutomatic,
  handleHelp,
  handleOptIn,
  handleOptOut,
  handleReply,
  handleUnsure,
} from './handle-stop-or-reply.ts';

/** The company that an inbound text is for, and the companies that a STOP in it applies to. */
interface Owner {
  /** The company that owns the texted number, or null if there's none. */
  companyId: CompanyId | null;
  /** The shared sender, if the text was sent to it. Otherwise null. */
  shared: string | null;
  /** The owner, and every other company that texted this phone from that sender. */
  bound: CompanyId[];
}

type Senders = Pick<Config, 'TWILIO_FROM' | 'TWILIO_MESSAGING_SERVICE_SID'>;

/**
 * Returns the company that owns the texted number. If no company owns it, returns the company that last texted this
 * phone from it. All numbers of the shared sender count as one number. A number that never texted this phone is treated
 * as the shared sender's, so that a STOP doesn't affect an unrelated company.
 */
async function findOwner(tx: Transaction<Database>, text: InboundText, config: Senders): Promise<Owner> {
  const own = await tx.selectFrom('company_profiles').select('id').where('sms_from', '=', text.to).executeTakeFirst();
  if (own) {
    // Another company may have had the number before. On this phone, both companies' texts are in one conversation.
    const before = await whoTexted(tx, text.from, [text.to]);
    return { companyId: own.id, shared: null, bound: [...new Set([own.id, ...before])] };
  }
  const sender = sharedSender(config);
  const shared = isSharedSender(config, text) ? sender : null;
  const called = await whoTexted(tx, text.from, shared === null ? [text.to] : [text.to, sender]);
  const bound = called.length > 0 ? called : await whoTexted(tx, text.from, [sender]);
  return { companyId: bound[0] ?? null, shared, bound };
}

/**
 * Returns the companies that texted this phone, most recent first. Ignores codes sent by the platform, because the
 * phone might not belong to one of the company's leads. The company must not receive replies to a code. Uses the index
 * messages_last_sender.
 */
async function whoTexted(tx: Transaction<Database>, phone: string, senders: string[]): Promise<CompanyId[]> {
  const rows = await tx
    .selectFrom('messages')
    .select('company_id')
    .where('to_address', '=', phone)
    .where('direction', '=', 'out')
    .where('channel', '=', 'sms')
    .where('company_id', 'is not', null)
    .where('at', 'is not', null)
    .where('from_address', 'in', senders)
    .where('kind', '<>', 'company.code')
    .groupBy('company_id')
    .orderBy((row) => row.fn.max('at'), 'desc')
    .execute();
  return rows.flatMap((row) => row.company_id ?? []);
}

/** An inbound text from Twilio. Phone numbers are in E.164. */
interface InboundText {
  sid: string;
  from: string;
  to: string;
  body: string;
  /** The MIME types of attached files, such as 'image/jpeg'. */
  media: readonly string[];
  /** The SID of the texted number's messaging service, if it has one. */
  service: string | null;
  /**
   * When Twilio received the text. Set only for a text that couldn't be delivered to us and was fetched later
   * (`take-missed-texts.ts`).
   */
  sentAt?: Date;
  /** STOP, START or HELP if Twilio has already answered (T5). Otherwise null. */
  optOutType: string | null;
}

/** The data passed to all reply handlers. */
export interface ReplyContext extends Owner {
  /**
   * A cross-tenant transaction, which can access all companies that text from the number. Company data is written in
   * that company's scope.
   */
  systemTx: SystemTx;
  text: InboundText;
  /** The locked lead, or null if the text matches none. */
  lead: Pick<LeadRow, 'id' | 'name'> | null;
  /** The text's id in the thread. */
  messageId: MessageId;
  at: Date;
  /** When the text was written. It's earlier than `at` if the text arrived late. */
  saidAt: Date;
  /** Companies that need a wake-up job after the commit. */
  toWake: Set<CompanyId>;
  /** Opt-outs from emails that are recorded after the commit. */
  otherStops: OtherStop[];
}

/**
 * Processes an inbound text in one transaction that locks the sender's phone number. While it's locked, nothing is sent
 * to this number, so the text's effects apply to the next message (C9). `findOwner` determines the company. A text that
 * doesn't match a lead is stored without a lead (T4). A text whose SID is already stored changes nothing.
 */
export async function receiveText(
  deps: SystemDeps & Pick<Deps, 'config' | 'clock' | 'wakeUps'>,
  text: InboundText,
): Promise<void> {
  const { toWake, otherStops } = await outlast(() => take(deps, text), { patience: WEBHOOK_PATIENCE });
  for (const stop of otherStops)
    await deps.system
      .transaction()
      .execute((tx) => asCompany(tx, stop.companyId, (own) => stopOtherChannel(own, stop, deps.clock.now())));
  await Promise.all([...toWake].map((companyId) => deps.wakeUps.enqueue(companyId)));
}

/** Stores and processes the text. Returns what to do after the commit. */
const take = (
  { system, config, clock }: SystemDeps & Pick<Deps, 'config' | 'clock'>,
  text: InboundText,
): Promise<Pick<ReplyContext, 'toWake' | 'otherStops'>> =>
  system.transaction().execute(async (systemTx) => {
    const toWake = new Set<CompanyId>();
    const otherStops: OtherStop[] = [];
    await claimPhone(systemTx, text.from);
    const at = clock.now();
    const saidAt = text.sentAt ?? at;
    const owner = await findOwner(systemTx, text, config);
    const kind = kindOf(text);
    const { companyId } = owner;
    const { lead, messageId } = await asCompany(systemTx, companyId, async (tx) => {
      const found = companyId === null ? null : await findLead(tx, companyId, text.from);
      const whose = { companyId, leadId: found?.id ?? null };
      return {
        lead: found,
        messageId: await keep(tx, { text, ...whose, automated: kind === 'automatic', at: saidAt }),
      };
    });
    if (messageId !== undefined)
      await handle(kind, { systemTx, text, ...owner, lead, messageId, at, saidAt, toWake, otherStops });
    return { toWake, otherStops };
  });

/** Classifies a text. Twilio's classification takes precedence, because Twilio has already acted on it (T5). */
function kindOf({ body, optOutType }: InboundText): ReplyKind | 'automatic' {
  const told = { STOP: 'opt-out', START: 'opt-in', HELP: 'help' } as const;
  if (optOutType !== null && Object.hasOwn(told, optOutType)) return told[optOutType as keyof typeof told];
  const { kind } = classifyReply(body, loadSmsKeywords());
  return kind === 'reply' && isAutomaticText(body) ? 'automatic' : kind;
}

function handle(kind: ReplyKind | 'automatic', context: ReplyContext): Promise<void> {
  switch (kind) {
    case 'opt-out':
      return stop(context);
    case 'opt-in':
      return handleOptIn(context);
    case 'help':
      return handleHelp(context);
    case 'unsure':
      return handleUnsure(context);
    case 'automatic':
      return handleAutomatic(context);
    case 'reply':
      return handleReply(context);
  }
}

/**
 * Processes a certain opt-out. If the text asks to stop emails, they're stopped too. If it asks only that, a person
 * decides whether texts may continue.
 */
async function stop(context: ReplyContext): Promise<void> {
  const { text, companyId, lead, messageId, otherStops } = context;
  const isStop = (clause: string): boolean => classifyReply(clause, loadSmsKeywords()).kind === 'opt-out';
  const { own, other } =
    text.optOutType === null ? stoppedChannels(text.body, 'sms', isStop) : { own: true, other: false };
  await (own ? handleOptOut(context) : handleUnsure(context));
  if (!other || companyId === null || lead === null) return;
  await asCompany(context.systemTx, companyId, (tx) => markUnsure(tx, messageId));
  const words = text.body;
  otherStops.push({ companyId, leadId: lead.id, messageId, channel: 'email', words, settled: own });
}

/**
 * Returns and locks the newest unarchived lead with this number, or the newest lead if all are archived. Leads waiting
 * for review or marked as spam are excluded.
 */
const findLead = async (tx: CompanyTx, companyId: CompanyId, phone: string): Promise<ReplyContext['lead']> => {
  const leads = await lockLeads(tx, companyId)
    .select(['id', 'name', 'archived_at', 'held_at', 'created_at'])
    .where('phone', '=', phone)
    .execute();
  const newest = leads
    .filter((lead) => lead.held_at === null)
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime());
  return newest.find((lead) => lead.archived_at === null) ?? newest[0] ?? null;
};

interface Kept {
  text: InboundText;
  companyId: CompanyId | null;
  leadId: LeadId | null;
  automated: boolean;
  at: Date;
}

/** Adds a text to the thread. Returns undefined if its SID is already stored (T4). */
async function keep(tx: CompanyTx, { text, companyId, leadId, automated, at }: Kept): Promise<MessageId | undefined> {
  const kept = await tx
    .insertInto('messages')
    .values({
      company_id: companyId,
      lead_id: leadId,
      direction: 'in',
      channel: 'sms',
      kind: 'reply',
      from_address: text.from,
      to_address: text.to,
      subject: null,
      body: text.body,
      attachments: mediaNames(text.media),
      status: 'received',
      provider_id: text.sid,
      automated,
      at,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept?.id;
}
