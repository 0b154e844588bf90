import { type NotNull, sql } from 'kysely';
import type { Decision } from '#shared/features/conversations/conversations.schema.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { stopSchedules, type StopWho } from '../schedules/stop-schedules.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { lockLead, lockLeads } from '../lead-rows/lock-leads.ts';
import { mailedAddresses } from './mailed-addresses.ts';
import { addOptOut } from '../permission/opt-out.repository.ts';
import { claimPhone } from '../permission/phone-lock.ts';
import { openDecisions } from '../permission/unsure-replies.ts';
import { touchLead } from '../lead-rows/write-leads.ts';

type NoteDeps = Pick<Deps, 'db' | 'clock'>;

/** The member who records the request. `name` appears on the timeline. */
export interface NotedBy {
  companyId: CompanyId;
  name: string;
}

/** A homeowner's request to stop messages, with its wording if it was made in writing. */
interface Stop {
  leadId: LeadId;
  channel: MessageChannel;
  words?: string;
  /** The homeowner's email address, if it differs from the lead's. */
  from?: string;
  /** 'reply' if the homeowner asked in a message on the other channel. Default: 'contractor'. */
  source?: 'contractor' | 'reply';
}

/**
 * Records that a homeowner asked the contractor, for example by phone, not to send any more texts or emails (47 CFR
 * 64.1200(a)(10)). This has the same effect as STOP or unsubscribing, but no confirmation is sent. The contractor can't
 * undo it. Texts resume only if the homeowner sends START. Repeating the call changes nothing. Throws NOT_FOUND if
 * there's no such lead. Throws APP_ERROR if the lead has no phone number or email address for that channel.
 */
export const noteStop = ({ db, clock }: NoteDeps, by: NotedBy, stop: Stop): Promise<void> =>
  inCompany(db, by.companyId, (tx) => writeStop(tx, { ...stop, by, at: clock.now() }));

/**
 * Applies a member's decision about a message that may be a STOP (C8). If it was a STOP, nothing more is sent on that
 * channel. If it wasn't, the message counts as an ordinary reply. If two members decide differently, the opt-out
 * remains. Throws NOT_FOUND if there's no such message.
 */
export const decideOptOut = (
  { db, clock }: NoteDeps,
  by: NotedBy,
  { messageId, stop }: { messageId: string; stop: boolean },
): Promise<void> =>
  inCompany(db, by.companyId, async (tx) => {
    const message = await findInbound(tx, by.companyId, messageId as MessageId);
    const { lead_id: leadId, channel, body: words, from_address: from } = message;
    if (stop) await writeStop(tx, { leadId, channel, words, from, by, at: clock.now() });
    else await lockLead(tx, by.companyId, leadId);
    await tx.updateTable('messages').set({ unsure: false }).where('id', '=', message.id).execute();
    await touchLead(tx, by.companyId, leadId);
  });

/** A message on one channel that asks to stop the other one ('stop texting me' by email). */
export interface OtherStop {
  companyId: CompanyId;
  leadId: LeadId;
  messageId: MessageId;
  /** The channel to stop. */
  channel: MessageChannel;
  words: string;
  /** Whether nothing else in the message waits for a person's decision. */
  settled: boolean;
}

/**
 * Stops the other channel because of a message that is marked as unsure. It has its own transaction, because phones are
 * locked before leads. After a crash, the message is still unsure, so that nothing automated leaves and a person decides.
 */
export async function stopOtherChannel(
  tx: CompanyTx,
  { settled, messageId, ...stop }: OtherStop,
  at: Date,
): Promise<void> {
  const by = { companyId: stop.companyId, name: '' };
  await writeStop(tx, { ...stop, source: 'reply', by, at });
  if (settled) await tx.updateTable('messages').set({ unsure: false }).where('id', '=', messageId).execute();
  await touchLead(tx, stop.companyId, stop.leadId);
}

/**
 * Applies a member's decision about all messages of a person that may be a STOP or may be from somebody else. Each
 * message is decided in its own transaction, because phones are locked before leads. After a crash, the rest still
 * waits. Returns the decision that stands. If another member decided first, an opt-out stands, whoever of them chose
 * it. Throws NOT_FOUND if there's no such lead, and CONFLICT if no message ever waited for a decision, so that nobody
 * believes an opt-out was recorded when it wasn't.
 */
export async function decide(
  deps: NoteDeps,
  by: NotedBy,
  { leadId, wish }: { leadId: LeadId; wish: Decision },
): Promise<Decision> {
  const open = await inCompany(deps.db, by.companyId, async (tx) => {
    if (!(await lockLead(tx, by.companyId, leadId))) throw notFound('this lead');
    return (await openDecisions(tx, by.companyId, leadId)).map(({ id }) => id);
  });
  const decided = open.length > 0 ? [] : await lastDecided(deps, by, leadId);
  if (open.length + decided.length === 0)
    throw new AppError('No message from this person is waiting for a decision', 'CONFLICT');
  for (const messageId of wish === 'opt_out' ? [...open, ...decided] : open)
    await decideOptOut(deps, by, { messageId, stop: wish === 'opt_out' });
  return inCompany(deps.db, by.companyId, (tx) => standing(tx, by.companyId, [...open, ...decided]));
}

/** Returns the person's last message that waited for a decision, or nothing. */
const lastDecided = ({ db }: NoteDeps, { companyId }: NotedBy, leadId: LeadId): Promise<MessageId[]> =>
  inCompany(db, companyId, async (tx) => {
    const { rows } = await sql<{ id: MessageId }>`select messages.id from leads who
      join leads wrote on wrote.company_id = who.company_id
        and (wrote.id = who.id or wrote.email = who.email or wrote.phone = who.phone)
      join timeline_events asked on asked.lead_id = wrote.id and asked.kind = 'reply_received'
        and asked.data ->> 'unsure' = 'true'
      join messages on messages.id = (asked.data ->> 'messageId')::uuid and messages.company_id = who.company_id
        and (wrote.id = who.id or wrote.email = who.email or messages.channel = 'sms')
      where who.id = ${leadId} and who.company_id = ${companyId}
      order by messages.at desc, messages.id desc limit 1`.execute(tx);
    return rows.map(({ id }) => id);
  });

/** Whether the lead of one of these messages has opted out of its channel. */
async function standing(tx: CompanyTx, companyId: CompanyId, ids: readonly MessageId[]): Promise<Decision> {
  const { rows } = await sql`select from messages
    join leads on leads.id = messages.lead_id
    join opt_outs on opt_outs.channel = messages.channel and opt_outs.lifted_at is null
      and (opt_outs.company_id = ${companyId} or opt_outs.company_id is null)
      and opt_outs.address in (lower(leads.email), leads.phone, lower(messages.from_address))
    where messages.id = any(${ids}::uuid[]) and messages.company_id = ${companyId} limit 1`.execute(tx);
  return rows.length > 0 ? 'opt_out' : 'reply';
}

async function findInbound(tx: CompanyTx, companyId: CompanyId, id: MessageId) {
  const message = await tx
    .selectFrom('messages')
    .select(['id', 'lead_id', 'channel', 'body', 'from_address'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('direction', '=', 'in')
    .$narrowType<{ body: NotNull; from_address: NotNull }>()
    .executeTakeFirst();
  if (!message || message.lead_id === null) throw notFound('the message');
  return { ...message, lead_id: message.lead_id };
}

const NOWHERE = {
  sms: 'This lead has no phone number that can get texts',
  email: 'This lead has no email address',
} as const;

const WANTED = { sms: 'no more texts', email: 'no more email' } as const;

async function writeStop(tx: CompanyTx, stop: Stop & { by: NotedBy; at: Date }): Promise<void> {
  const { channel, words, by, at, source = 'contractor' } = stop;
  const { leadId, addresses } = await lockReach(tx, stop);
  if (addresses.length === 0 && source === 'contractor') throw new AppError(NOWHERE[channel]);
  const added: boolean[] = [];
  for (const address of addresses)
    added.push(
      await addOptOut(tx, {
        companyId: by.companyId,
        channel,
        address,
        source,
        ...(words === undefined ? {} : { words }),
        at,
      }),
    );
  if (!added.includes(true)) return;
  await addTimelineEvent(tx, {
    companyId: by.companyId,
    leadId,
    kind: 'opted_out',
    at,
    data: { channel, source, ...(words === undefined ? {} : { words }) },
  });
  const reason = (name: string) =>
    source === 'reply'
      ? `Follow-ups stopped because ${name} wants ${WANTED[channel]}.`
      : `Follow-ups stopped because you noted that ${name} wants ${WANTED[channel]}.`;
  for (const address of addresses) {
    const who: StopWho = channel === 'sms' ? { phone: address } : { email: address };
    await stopSchedules(tx, { companyId: by.companyId, ...who, reason, at, notify: false });
  }
}

/**
 * Returns the email address in an email's From header. Returns null if there's no email address, or if another lead has
 * it. From headers can be forged, and a decision about one lead must not affect another lead.
 */
async function findWriter(
  tx: CompanyTx,
  { leadId, from, by: { companyId } }: Stop & { by: NotedBy },
): Promise<string | null> {
  if (from === undefined || !from.includes('@')) return null;
  const writer = from.trim().toLowerCase();
  const other = await tx
    .selectFrom('leads')
    .select('id')
    .where('company_id', '=', companyId)
    .where('email', '=', writer)
    .where('id', '!=', leadId)
    .limit(1)
    .executeTakeFirst();
  return other ? null : writer;
}

/**
 * Returns the lead's id, and the email addresses or phone numbers that the opt-out applies to. Locks all of that
 * person's leads in lock order. For texts, locks the phone numbers first. While they're locked, no text is sent to
 * them. After the commit, the opt-out prevents any further text (C9).
 */
async function lockReach(
  tx: CompanyTx,
  stop: Stop & { by: NotedBy },
): Promise<{ leadId: LeadId; addresses: string[] }> {
  const {
    leadId,
    channel,
    from,
    by: { companyId },
  } = stop;
  const lead = await tx
    .selectFrom('leads')
    .select(['phone', 'email'])
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .executeTakeFirst();
  if (!lead) throw notFound('this lead');
  const known =
    channel === 'sms'
      ? [lead.phone, from ?? null]
      : [
          lead.email?.toLowerCase() ?? null,
          await findWriter(tx, stop),
          ...(await mailedAddresses(tx, { leadId })).map(({ address }) => address),
        ];
  const addresses = [...new Set(known)].filter((address) => address !== null).toSorted();
  if (addresses.length === 0) return { leadId, addresses };
  // The number is locked before the leads, as in every transaction that locks both.
  if (channel === 'sms') for (const phone of addresses) await claimPhone(tx, phone);
  const locked = await lockLeads(tx, companyId)
    .select('id')
    .where((row) => row.or([row('id', '=', leadId), row(channel === 'sms' ? 'phone' : 'email', 'in', addresses)]))
    .execute();
  if (!locked.some(({ id }) => id === leadId)) throw notFound('this lead');
  return { leadId, addresses };
}
