import { isUuid } from '#shared/primitives/uuid.ts';
import type { CompanyId, LeadId, MessageId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { countOne } from '../../platform/counters.ts';
import { asCompany, type SystemDeps, type SystemTx } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import type { InboundMail } from '../../platform/inbound-mail/inbound-mail.ts';
import type { MailReport } from '../../platform/inbound-mail/mail-report.ts';
import { senderAddress } from '../../platform/mail.ts';
import { lockLeads } from '../lead-rows/lock-leads.ts';
import { findLeadOrKept } from '../leads/lead-merges.repository.ts';
import { takeFeedbackReply } from '../feedback/answer-feedback.ts';
import { handleMail } from './handle-mail.ts';
import { oursOf, readOurAddress, type OurAddress } from '../messages/mail-addresses.ts';
import { isFlood } from './mail-lane.ts';
import { mailedAddresses } from '../opt-outs/mailed-addresses.ts';
import { type OtherStop, stopOtherChannel } from '../opt-outs/stop-told-to-member.ts';
import { isOfCompany, keepOwnMail } from './own-mail.ts';
import type { MessageTotal } from '../delivery/delivery-counters.ts';
import { noteReturned } from './returned-mail.ts';
import { UNREADABLE } from '../conversations/unreadable.ts';
import type { Config } from '../../platform/config.ts';
import { readUnsubscribeToken } from '../../platform/secrets.ts';

/**
 * The possible results of processing an email, for the log. If an email has several recipients, the result that comes
 * first in this list is logged.
 */
const FATES = ['taken', 'unreadable', 'report', 'known', 'too many', 'not ours', 'our own'] as const;
export type MailFate = (typeof FATES)[number] | 'not a mail';

type MailDeps = SystemDeps & Pick<Deps, 'config' | 'clock' | 'wakeUps'>;

/**
 * Processes an email to any of our email addresses (`mail-addresses.ts`). A reply is added to its lead. A bounce or
 * complaint is recorded for the email that it reports, no matter which of our addresses received it. Each recipient is
 * processed in its own transaction, so that no transaction waits for one lead's lock while it holds another lead's
 * lock. An email with a known Message-ID changes nothing. Ignores emails to other addresses, our own emails that were
 * returned to us, and emails over the limit. `recipients` contains the envelope's recipients.
 */
export async function receiveMail(
  deps: MailDeps,
  mail: InboundMail,
  recipients: readonly string[] = [],
): Promise<MailFate> {
  const ours = oursOf(deps.config, [...recipients, ...mail.recipients]);
  if (mail.report && (await takeReport(deps, mail.report, ours))) return 'report';
  if (ours.length === 0) return 'not ours';
  if (isOwn(deps, mail)) return 'our own';
  const fates = new Set<MailFate>();
  for (const address of ours) fates.add(await takeAt(deps, mail, address));
  return FATES.find((fate) => fates.has(fate)) ?? 'not ours';
}

/** Maximum length of a reply, in characters. */
const MOST_OF_A_REPLY = 20_000;
const UNDELIVERED: MessageTotal = 'picket_messages_undelivered_total';

/** Records a bounce or complaint. Returns false if it reports an unknown email. */
async function takeReport(deps: MailDeps, report: MailReport, ours: readonly OurAddress[]): Promise<boolean> {
  const rowId = ours.find(({ purpose }) => purpose === 'bounce')?.id ?? reportedRow(deps.config, report);
  if (rowId === undefined) return false;
  const noted = await inTransaction(deps, ({ tx, at, toWake }) => noteReturned(tx, { rowId, report, at, toWake }));
  if (noted?.cameBack === true) await countOne(deps.system, UNDELIVERED, { channel: 'email' });
  return noted !== null;
}

const takeAt = (deps: MailDeps, mail: InboundMail, ours: OurAddress): Promise<MailFate> =>
  // A person's reply to an automatic email can arrive at its bounce address.
  ours.purpose === 'bounce'
    ? Promise.resolve('not ours')
    : inTransaction(deps, (taking) => (ours.purpose === 'feedback' ? takeFeedback : take)(mail, ours, taking));

interface Taking {
  tx: SystemTx;
  at: Date;
  toWake: Set<CompanyId>;
  otherStops: OtherStop[];
}

async function inTransaction<T>(
  { system, clock, wakeUps }: MailDeps,
  work: (taking: Taking) => Promise<T>,
): Promise<T> {
  const toWake = new Set<CompanyId>();
  const otherStops: OtherStop[] = [];
  const done = await system.transaction().execute((tx) => work({ tx, at: clock.now(), toWake, otherStops }));
  for (const stop of otherStops)
    await system
      .transaction()
      .execute((tx) => asCompany(tx, stop.companyId, (own) => stopOtherChannel(own, stop, clock.now())));
  await Promise.all([...toWake].map((companyId) => wakeUps.enqueue(companyId)));
  return done;
}

/**
 * Whether this is one of our own emails that a forwarding loop returned unchanged, without a bounce or complaint
 * report.
 */
const isOwn = ({ config }: Pick<Deps, 'config'>, { from, report }: InboundMail): boolean =>
  report === null && from !== null && from === senderAddress(config).toLowerCase();

/** Stores a reply to our answer to feedback. Automatic replies are ignored. */
async function takeFeedback(mail: InboundMail, { id }: OurAddress, { tx, at }: Taking): Promise<MailFate> {
  const text = mail.newlyWritten.slice(0, MOST_OF_A_REPLY);
  if (mail.from === null || mail.automatic || text === '') return 'not ours';
  const { from, messageId } = mail;
  const taken = await takeFeedbackReply(tx, { feedbackId: id, from, text, messageId, at });
  return taken === null ? 'not ours' : taken ? 'taken' : 'known';
}

async function take(mail: InboundMail, ours: OurAddress, { tx: systemTx, ...taking }: Taking): Promise<MailFate> {
  const found = await findLeadOrKept(systemTx, ours.id as LeadId);
  if (!found) return 'not ours';
  const byCompany = await isOfCompany(systemTx, mail, found.company_id);
  return asCompany(systemTx, found.company_id, (tx) => takeFor(tx, { mail, ours, byCompany, ...taking }));
}

interface Addressed extends Omit<Taking, 'tx'> {
  mail: InboundMail;
  ours: OurAddress;
  /** Whether someone at the company wrote the email. */
  byCompany: boolean;
}

async function takeFor(tx: CompanyTx, { mail, ours, byCompany, at, toWake, otherStops }: Addressed): Promise<MailFate> {
  const lead = await lockReplied(tx, ours.id as LeadId, mail);
  if (!lead) return 'not ours';
  if (await isFlood(tx, lead.id, at)) return 'too many';
  // A contractor may test the product with themselves as the lead.
  if (!mail.unreadable && byCompany && !lead.mailed.includes(mail.from ?? '')) {
    if (mail.automatic) return 'our own';
    return (await keepOwnMail(tx, { mail, lead, at, toWake })) ? 'taken' : 'known';
  }
  const messageId = await keep(tx, { mail, lead, to: `reply@${ours.domain}`, at });
  if (messageId === undefined) return 'known';
  await handleMail({ tx, mail, lead, messageId, at, toWake, otherStops });
  return mail.unreadable ? 'unreadable' : 'taken';
}

export interface RepliedLead extends Pick<LeadRow, 'id' | 'company_id' | 'name' | 'email' | 'status' | 'unread_count'> {
  /** The lead's email address and all others that we emailed for this lead, in lowercase. */
  mailed: string[];
  /**
   * The email addresses that an opt-out in this email applies to: `mailed`, and the sender's if it's authenticated.
   */
  addresses: string[];
  /**
   * Whether the email is from one of `addresses`. If false, anyone who has the reply email address may have written it.
   */
  isSender: boolean;
}

/**
 * Returns the lead that the reply email address belongs to or, after a merge, the kept lead. Locks all of that person's
 * leads, in lock order.
 */
async function lockReplied(
  tx: CompanyTx,
  leadId: LeadId,
  mail: Pick<InboundMail, 'from' | 'isProven'>,
): Promise<RepliedLead | undefined> {
  const found = await findLeadOrKept(tx, leadId);
  if (!found || found.erased_at !== null) return undefined;
  const before = await mailedAddresses(tx, { leadId: found.id });
  const mailed = [
    ...new Set([...(found.email === null ? [] : [found.email]), ...before.map(({ address }) => address)]),
  ];
  const { from, isProven } = mail;
  const addresses = [...new Set([...mailed, ...(from !== null && isProven ? [from] : [])])];
  const isSender = from !== null && addresses.includes(from);
  const leads = await lockLeads(tx, found.company_id)
    .select(['id', 'company_id', 'name', 'email', 'status', 'unread_count'])
    .where((row) =>
      row.or([...(addresses.length === 0 ? [] : [row('email', 'in', addresses)]), row('id', '=', found.id)]),
    )
    .execute();
  const lead = leads.find(({ id }) => id === found.id);
  // The lead was merged while this transaction waited for the lock, so the kept lead is read instead.
  return lead ? { ...lead, mailed, addresses, isSender } : lockReplied(tx, leadId, mail);
}

/**
 * Adds an email to the thread. Returns undefined if this Message-ID is already stored, from an earlier delivery or for
 * another lead.
 */
async function keep(
  tx: CompanyTx,
  { mail, lead, to, at }: { mail: InboundMail; lead: RepliedLead; to: string; at: Date },
): Promise<MessageId | undefined> {
  const body = mail.newlyWritten;
  const kept = await tx
    .insertInto('messages')
    .values({
      company_id: lead.company_id,
      lead_id: lead.id,
      direction: 'in',
      channel: 'email',
      kind: 'reply',
      from_address: mail.from ?? 'unknown',
      to_address: to,
      subject: mail.subject || null,
      body,
      whole_text: body === mail.text.trim() ? null : mail.text,
      attachments: mail.attachments,
      status: 'received',
      provider_id: mail.messageId,
      error_code: mail.unreadable ? UNREADABLE : null,
      automated: mail.automatic,
      at,
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept?.id;
}

/**
 * Returns the id of the message that the report is about. Finds it by the bounce address, Message-ID or unsubscribe
 * link in the report. The report's recipient doesn't identify the message, because feedback loops send all reports to
 * one email address (C26). Returns undefined if none of these is ours.
 */
function reportedRow(config: Config, { original }: MailReport): string | undefined {
  for (const [address] of original.matchAll(/bounce\+[a-z2-7]{20,60}@[a-z0-9.-]{1,255}/gi)) {
    const ours = readOurAddress(config, address);
    if (ours) return ours.id;
  }
  const domain = senderAddress(config).split('@')[1]?.toLowerCase();
  const [, id = '', at] = /^message-id:\s{0,5}<([0-9a-f-]{36})@([^\s<>]{1,255})>/im.exec(original) ?? [];
  if (isUuid(id) && at?.toLowerCase() === domain) return id.toLowerCase();
  for (const [, token = ''] of original.matchAll(/\/unsubscribe\/([\w-]{1,200}\.[\w-]{1,100})/g)) {
    const rowId = readUnsubscribeToken(token, config.APP_SECRET)?.rowId;
    if (rowId) return rowId;
  }
  return undefined;
}
