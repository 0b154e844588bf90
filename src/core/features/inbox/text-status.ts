import { sql, type Transaction } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { isUuid } from '#shared/primitives/uuid.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { Database } from '../../platform/db/tables.ts';
import { countOne } from '../../platform/counters.ts';
import { asCompany, type SystemDb, type SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { outlast } from '../../platform/db/outlast.ts';
import type { MessageFacts } from '../messages/message-facts.ts';
import { factsOfRow, FOLLOW_UP } from '../messages/registry.ts';
import { countOutcomeNow, type MessageTotal, type Outcome } from '../delivery/delivery-counters.ts';
import { lockFor, noteAccepted, suppress } from '../delivery/note.ts';
import { finishSchedule, noteOnTimeline, reopenSchedule } from '../messages/after-move.ts';
import { move, moveOne } from '../messages/move-message.ts';
import { delayAfterUndelivered, isOnceLater, MAX_ATTEMPTS, textFailureWords } from '../delivery/retry.rules.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';
import { WEBHOOK_PATIENCE } from './webhook-patience.ts';

/**
 * Stores who sent a text and to whom if we never marked it as being sent. The callback is then the only proof of it. A
 * sent text must have its number, because it counts toward the limits (C18).
 */
const keepNumbers = (tx: CompanyTx, { rowId, leadId }: MessageFacts, { from, to }: TextStatus) =>
  sql`update messages set from_address = coalesce(from_address, ${from ?? null}),
      to_address = coalesce(nullif(to_address, ''), ${to ?? null}, (select phone from leads where id = ${leadId}), '')
    where id = ${rowId} and (from_address is null or to_address = '')`.execute(tx);

/** A status callback from Twilio. */
interface TextStatus {
  sid: string;
  /** Twilio's status: queued, sent, delivered, undelivered, failed, read … */
  status: string;
  errorCode: string | null;
  /** The text's row id, from `?m=` in the callback URL. */
  rowId: string | null;
  /** The sender's and recipient's numbers, if the callback contains them. */
  from?: string;
  to?: string;
}

interface Source {
  id: string;
  company_id: CompanyId;
  lead_id: LeadId | null;
  attempts: number;
  tried_later: boolean;
  kind: string;
  step: number | null;
  /**
   * Whether the SID is already recorded, for the message's current try or an earlier one. If it is, the callback doesn't
   * prove that a text was sent without being recorded.
   */
  known: boolean;
}

const FAILED = new Set(['undelivered', 'failed', 'canceled']);
const DELIVERED = new Set(['delivered', 'read']);

/**
 * Records a text's status. Statuses only move forward (T2), so a late or repeated callback changes nothing. A callback
 * can arrive before the send is recorded, or after a crash that prevented recording it. In these cases, the callback
 * proves that the text was sent. The text's SID is then stored on the message whose id is in the callback URL.
 * `undelivered` is a failure. 21610 suppresses the phone number (T7). 30003 and 30008 are retried once (T8). Returns
 * true if the text is one of ours.
 */
export async function noteTextStatus(
  { system, clock, wakeUps }: SystemDeps & Pick<Deps, 'clock' | 'wakeUps'>,
  status: TextStatus,
): Promise<boolean> {
  const found = await outlast(() => note({ system, clock }, status), { patience: WEBHOOK_PATIENCE });
  // Counted after the commit. All callbacks update the same counter row, so the row must be locked as briefly as
  // possible.
  if (found?.outcome) await countOutcomeNow(system, 'sms', found.outcome);
  if (found?.ended) await countEnd(system, status.status);
  // A failure may require a retry or a notice.
  if (found !== undefined && FAILED.has(status.status)) await wakeUps.enqueue(found.companyId);
  return found !== undefined;
}

const note = ({ system, clock }: SystemDeps & Pick<Deps, 'clock'>, status: TextStatus) =>
  system.transaction().execute(async (systemTx) => {
    const source = await findSource(systemTx, status);
    if (!source) return undefined;
    const now = clock.now();
    return asCompany(systemTx, source.company_id, (tx) => noteOn(tx, { source, status, now }));
  });

/** Records the callback's status in the text's row. */
async function noteOn(
  tx: CompanyTx,
  { source, status, now }: { source: Source; status: TextStatus; now: Date },
): Promise<{ companyId: CompanyId; outcome: Outcome | null; ended: boolean }> {
  const facts = factsOf(source);
  if (source.lead_id !== null)
    await lockFor(tx, source.company_id, source.lead_id, { rowId: source.id, code: status.errorCode });
  const outcome = source.known ? null : await noteAccepted(tx, { facts, providerId: status.sid, now });
  if (outcome !== null) await keepNumbers(tx, facts, status);
  const ended =
    (DELIVERED.has(status.status) && (await noteDelivered(tx, facts, status.sid, now))) ||
    (FAILED.has(status.status) && (await noteUndelivered(tx, { facts, source, status, now })));
  return { companyId: source.company_id, outcome, ended };
}

/**
 * Records that a text whose outcome was unknown never reached Twilio. The text is marked as failed, so that a person
 * can resend it. Returns false if the outcome is no longer unknown.
 */
export async function noteTextMissing(
  { system, clock }: SystemDeps & Pick<Deps, 'clock'>,
  rowId: string,
): Promise<boolean> {
  const failed = await system.transaction().execute(async (systemTx) => {
    const source = await findSource(systemTx, { sid: '', rowId });
    if (!source) return false;
    return asCompany(systemTx, source.company_id, (tx) => noteMissingOn(tx, { source, now: clock.now() }));
  });
  if (failed) await countOutcomeNow(system, 'sms', 'failed');
  return failed;
}

async function noteMissingOn(tx: CompanyTx, { source, now }: { source: Source; now: Date }): Promise<boolean> {
  const facts = factsOf(source);
  if (source.lead_id !== null) await lockLead(tx, source.company_id, source.lead_id);
  const reason = 'The text service never received it';
  if ((await move(tx, facts, { from: ['unknown'], to: 'failed', reason })) === 'unchanged') return false;
  await noteOnTimeline(tx, facts, { kind: 'message_failed', at: now, data: { reason } });
  return true;
}

const countEnd = (system: SystemDb, status: string) => {
  const name: MessageTotal = DELIVERED.has(status)
    ? 'picket_messages_delivered_total'
    : 'picket_messages_undelivered_total';
  return countOne(system, name, { channel: 'sms' });
};

/**
 * Returns the message that the text was sent for. Finds it by SID. If no message has this SID, finds it by the id in the
 * callback URL, unless that message has a different SID. A follow-up isn't retried if the lead's follow-ups have since
 * been started again.
 */
async function findSource(
  tx: Transaction<Database>,
  { sid, rowId }: Pick<TextStatus, 'sid' | 'rowId'>,
): Promise<Source | undefined> {
  const bySid = sql`array(select id from messages where provider_id = ${sid} and direction = 'out'
    union all select message_id from message_attempts where provider_id = ${sid})`;
  // The query uses a list of ids, because an `or` of both conditions would make every callback scan the table.
  const { rows } = await sql<Source>`
    select id, company_id, lead_id, tried_later or is_over as tried_later, kind, step, cardinality(${bySid}) > 0 as known,
      case when is_over then ${MAX_ATTEMPTS} else attempts end as attempts
    from messages, lateral (select kind = ${FOLLOW_UP} and schedule_id is null as is_over) past
    where id = any(${bySid} || ${isUuid(rowId) ? rowId : null}::uuid) and (provider_id is null or id = any(${bySid}))
      and direction = 'out' and company_id is not null`.execute(tx);
  return rows[0];
}

const factsOf = (source: Source): MessageFacts =>
  factsOfRow({ ...source, companyId: source.company_id, leadId: source.lead_id, channel: 'sms' }, source);

/** Records a successful delivery. Returns false if it was already recorded. */
async function noteDelivered(tx: CompanyTx, facts: MessageFacts, sid: string, now: Date): Promise<boolean> {
  if ((await move(tx, facts, { from: ['sent'], to: 'delivered', withProviderId: sid })) === 'unchanged') return false;
  await noteOnTimeline(tx, facts, { kind: 'message_delivered', at: now });
  return true;
}

interface Undelivered {
  facts: MessageFacts;
  source: Source;
  status: TextStatus;
  now: Date;
}

/** Records a failed delivery. Returns false if it was already recorded. */
async function noteUndelivered(tx: CompanyTx, { facts, source, status, now }: Undelivered): Promise<boolean> {
  const code = status.errorCode;
  const reason = textFailureWords(code);
  const failing = { from: ['sent'], to: 'failed', reason, errorCode: code, withProviderId: status.sid } as const;
  const failed = await moveOne(tx, facts, failing);
  if (!failed) return false;
  const delay = delayAfterUndelivered(code, { attempts: source.attempts, triedLater: source.tried_later });
  if (delay !== undefined) {
    const dueAt = new Date(now.getTime() + delay);
    const again = { dueAt, providerId: null, reason: `${reason}. We’ll try once more` };
    const later = isOnceLater(code) ? ({ triedLater: true } as const) : {};
    await move(tx, facts, { from: ['failed'], to: 'scheduled', ...again, ...later });
    await reopenSchedule(tx, facts);
    return true;
  }
  await noteOnTimeline(tx, facts, { kind: 'message_failed', at: now, data: { reason, body: failed.body ?? '' } });
  await suppress(tx, facts, { address: failed.to_address, code, detail: '', now });
  await finishSchedule(tx, facts);
  return true;
}
