import { sql, type Transaction } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { isUuid } from '#shared/primitives/uuid.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { Database } from '../../platform/db/tables.ts';
import { countOne } from '../../platform/counters.ts';
import { asCompany, type SystemDb, type SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { outlast } from '../../platform/db/outlast.ts';
import type { MessageFacts } from '../outbox/message-facts.ts';
import { factsOfRow, FOLLOW_UP, TYPED } from '../outbox/registry.ts';
import { countOutcomeNow, type MessageTotal, type Outcome } from '../delivery/delivery-counters.ts';
import { lockFor, noteAccepted, suppress } from '../delivery/note.ts';
import { finishSchedule, noteOnTimeline, reopenSchedule } from '../outbox/after-move.ts';
import { move, moving } from '../outbox/move-message.ts';
import { delayAfterUndelivered, isOnceLater, MAX_ATTEMPTS, textFailureWords } from '../delivery/retry.rules.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';
import { WEBHOOK_PATIENCE } from './webhook-patience.ts';

const WORDS =
  'The wording of this text wasn’t saved. The text service reported a failure, then sent the text after all.';

/**
 * Adds a sent text to the thread if the thread doesn't have it. When Twilio answers a send request with an error, the
 * text is removed from the thread (T8), but it may have been sent anyway. A sent text must be in the thread, because
 * later statuses are recorded by SID and because the text counts toward the limits (C18).
 */
async function writeMissingText(
  tx: CompanyTx,
  { facts, status, now }: { facts: MessageFacts; status: TextStatus; now: Date },
): Promise<void> {
  const { companyId, leadId, rowId, kind, label } = facts;
  await sql`insert into messages
      (company_id, lead_id, direction, channel, kind, from_address, to_address, body, status, provider_id, source_id, at, automated)
    select ${companyId}, ${leadId}, 'out', 'sms', ${kind}, ${status.from ?? ''},
      coalesce(nullif(${status.to ?? ''}, ''), (select nullif(to_address, '') from outbox where id = ${rowId}),
        (select phone from leads where id = ${leadId}), ''),
      coalesce((select payload ->> 'text' from outbox where id = ${rowId} and kind = ${TYPED}), ${`${label}. ${WORDS}`}),
      'sent', ${status.sid}, ${rowId}, ${now}::timestamptz, ${kind !== TYPED}
    where not exists (select from messages where provider_id = ${status.sid} and direction = 'out')`.execute(tx);
}

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
   * Whether the SID is already in the thread. If it is, the callback doesn't prove that a text was sent without being
   * recorded.
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
  if (outcome !== null) await writeMissingText(tx, { facts, status, now });
  const ended =
    (DELIVERED.has(status.status) && (await noteDelivered(tx, facts, status.sid, now))) ||
    (FAILED.has(status.status) && (await noteUndelivered(tx, { facts, source, status, now })));
  return { companyId: source.company_id, outcome, ended };
}

/**
 * Records that a text whose outcome was unknown never reached Twilio. The text is marked as failed, so that a person
 * can resend it. `id` is the thread entry of the attempt. If a later attempt exists, only this thread entry is marked
 * as failed. Returns false in that case, and also if the outcome is no longer unknown.
 */
export async function noteTextMissing(
  { system, clock }: SystemDeps & Pick<Deps, 'clock'>,
  { id, source_id: rowId }: { id: string; source_id: string },
): Promise<boolean> {
  const failed = await system.transaction().execute(async (systemTx) => {
    const source = await findSource(systemTx, { sid: '', rowId });
    if (!source) return false;
    return asCompany(systemTx, source.company_id, (tx) => noteMissingOn(tx, { id, source, now: clock.now() }));
  });
  if (failed) await countOutcomeNow(system, 'sms', 'failed');
  return failed;
}

async function noteMissingOn(
  tx: CompanyTx,
  { id, source, now }: { id: string; source: Source; now: Date },
): Promise<boolean> {
  const facts = factsOf(source);
  if (source.lead_id !== null) await lockLead(tx, source.company_id, source.lead_id);
  const { rows } = await moving('messages', {
    from: ['unknown'],
    to: 'failed',
    where: [sql`m.id = ${id}`],
    returning: sql`not exists (select 1 from messages later where later.source_id = m.source_id
      and later.direction = 'out' and (later.at, later.id) > (m.at, m.id)) as newest`,
  })
    .$castTo<{ newest: boolean }>()
    .execute(tx);
  if (rows[0]?.newest !== true) return false;
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
 * Returns the message that the text was sent for. Finds it by SID. If no message has this SID,
 * finds it by the id in the callback URL, unless that message has a different SID. If the message was deleted because
 * the lead's follow-ups restarted, it's found by its thread entry. In that case, the message isn't retried.
 */
async function findSource(
  tx: Transaction<Database>,
  { sid, rowId }: Pick<TextStatus, 'sid' | 'rowId'>,
): Promise<Source | undefined> {
  const bySid = sql`array(select source_id from messages where provider_id = ${sid} and direction = 'out')`;
  // The query uses a list of ids, because an `or` of both conditions would make every callback scan the table.
  const isIt = sql`id = any(${bySid} || ${isUuid(rowId) ? rowId : null}::uuid) and (provider_id is null or id = any(${bySid}))`;
  const { rows } = await sql<Source>`
    select found.*, cardinality(${bySid}) > 0 as known from (
      select id, company_id, lead_id, attempts, tried_later, kind, step from outbox
        where company_id is not null and ${isIt}
      union all
      select source_id, company_id, lead_id, ${MAX_ATTEMPTS}, true, kind, null
        from messages where provider_id = ${sid} and direction = 'out' and kind = ${FOLLOW_UP}
          and not exists (select from outbox where id = source_id)) found`.execute(tx);
  return rows[0];
}

const factsOf = (source: Source): MessageFacts =>
  factsOfRow({ ...source, companyId: source.company_id, leadId: source.lead_id, channel: 'sms' }, source);

const ofText = (sid: string) => sql`m.provider_id = ${sid} and m.direction = 'out'`;

/** Records a successful delivery. Returns false if it was already recorded. */
async function noteDelivered(tx: CompanyTx, facts: MessageFacts, sid: string, now: Date): Promise<boolean> {
  const { rows } = await moving('messages', {
    from: ['sending', 'sent', 'unknown'],
    to: 'delivered',
    where: [ofText(sid)],
    returning: sql`m.id`,
  }).execute(tx);
  if (rows.length === 0) return false;
  await move(tx, facts, { from: ['sent'], to: 'delivered' });
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
  const { rows } = await moving('messages', {
    from: ['sending', 'sent', 'unknown'],
    to: 'failed',
    set: [sql`error_code = ${code}`],
    where: [ofText(status.sid)],
    returning: sql`m.to_address, m.body`,
  })
    .$castTo<{ to_address: string; body: string }>()
    .execute(tx);
  const [failed] = rows;
  if (!failed) return false;
  const reason = textFailureWords(code);
  const delay = delayAfterUndelivered(code, { attempts: source.attempts, triedLater: source.tried_later });
  if (delay !== undefined) {
    const dueAt = new Date(now.getTime() + delay);
    const again = { dueAt, providerId: null, reason: `${reason}. We’ll try once more` };
    const later = isOnceLater(code) ? ({ triedLater: true } as const) : {};
    if ((await move(tx, facts, { from: ['sent'], to: 'scheduled', ...again, ...later })) === 'moved')
      await reopenSchedule(tx, facts);
    return true;
  }
  await move(tx, facts, { from: ['sent'], to: 'failed', reason });
  await noteOnTimeline(tx, facts, { kind: 'message_failed', at: now, data: { reason, body: failed.body } });
  await suppress(tx, facts, { address: failed.to_address, code, detail: '', now });
  await finishSchedule(tx, facts);
  return true;
}
