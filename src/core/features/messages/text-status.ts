import { sql, type Transaction } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { Database } from '../../platform/db/tables.ts';
import type { Deps } from '../../platform/deps.ts';
import type { DeliveryTable, MessageFacts } from './delivery/delivery.ts';
import { noteAccepted, suppress } from './delivery/note.ts';
import { changeRow, finishSchedule, noteOnTimeline, reopenSchedule } from './delivery/record.ts';
import { delayAfterUndelivered, textFailureWords } from './delivery/retry.rules.ts';
import { lockLead } from './delivery/rows.ts';
import { labelOf } from './message-labels.ts';

/** A status callback as Twilio tells it. */
export interface TextStatus {
  sid: string;
  /** Twilio's word: queued, sent, delivered, undelivered, failed, read … */
  status: string;
  errorCode: string | null;
  /** `?m=` of the callback's address: the row that caused the text. */
  rowId: string | null;
}

interface Source {
  table: DeliveryTable;
  id: string;
  company_id: CompanyId;
  lead_id: LeadId | null;
  attempts: number;
  kind: string;
  step: number | null;
  /** Whether the sid is in the thread already: then it is not the proof of a send that we have missed. */
  known: boolean;
}

const FAILED = new Set(['undelivered', 'failed', 'canceled']);
const DELIVERED = new Set(['delivered', 'read']);

/**
 * Notes what became of a text. Only forward (T2): a late or repeated callback changes nothing. One that comes
 * before we have noted the send, or instead of it after a crash, is itself the proof of the send: the row it names
 * takes its sid. `undelivered` is a failure; 21610 suppresses the number (T7); 30003 and 30008 are tried once more
 * (T8). True where the text is known.
 */
export async function noteTextStatus(
  { system, clock, bell }: Pick<Deps, 'system' | 'clock' | 'bell'>,
  status: TextStatus,
): Promise<boolean> {
  const found = await system.transaction().execute(async (systemTx) => {
    const source = await findSource(systemTx, status);
    if (!source) return undefined;
    // its queries name the company of the row that was found
    const tx = systemTx as CompanyTx;
    const facts = factsOf(source);
    const now = clock.now();
    if (source.lead_id !== null) await lockLead(tx, source.company_id, source.lead_id);
    if (!source.known) await noteAccepted(tx, { facts, providerId: status.sid, now });
    if (DELIVERED.has(status.status)) await noteDelivered(tx, facts, status.sid, now);
    if (FAILED.has(status.status)) await noteUndelivered(tx, { facts, source, status, now });
    return source.company_id;
  });
  // a failure may have left something to send: one more try, or a notice
  if (found !== undefined && FAILED.has(status.status)) await bell.ring(found);
  return found !== undefined;
}

/** By sid, else by the row that the callback's address names, as long as that row has no other sid. */
async function findSource(tx: Transaction<Database>, { sid, rowId }: TextStatus): Promise<Source | undefined> {
  const byRow = isUuid(rowId) ? sql`or (id = ${rowId} and provider_id is null)` : sql``;
  const bySid = sql`select source_id from messages where provider_id = ${sid} and direction = 'out'`;
  const { rows } = await sql<Source>`
    select found.*, exists (${bySid}) as known from (
      select 'follow_up_messages' as table, id, company_id, lead_id, attempts, 'follow-up' as kind, step
        from follow_up_messages where id in (${bySid}) ${byRow}
      union all
      select 'outbox', id, company_id, lead_id, attempts, kind, null
        from outbox where company_id is not null and (id in (${bySid}) ${byRow})) found`.execute(tx);
  return rows[0];
}

const isUuid = (text: string | null): text is string =>
  text !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const factsOf = (source: Source): MessageFacts => {
  const isFollowUp = source.table === 'follow_up_messages';
  const { label, onTimeline } = isFollowUp ? { label: 'Follow-up', onTimeline: true } : labelOf(source.kind);
  return {
    table: source.table,
    rowId: source.id,
    companyId: source.company_id,
    leadId: source.lead_id,
    channel: 'sms',
    kind: source.kind,
    label,
    step: source.step,
    onTimeline,
    isContact: isFollowUp,
  };
};

async function noteDelivered(tx: CompanyTx, facts: MessageFacts, sid: string, now: Date): Promise<void> {
  const changed = await tx
    .updateTable('messages')
    .set({ status: 'delivered' })
    .where('provider_id', '=', sid)
    .where('direction', '=', 'out')
    .where('status', 'in', ['sending', 'sent', 'unknown'])
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return;
  await changeRow(tx, facts, ['sent'], { status: 'delivered' });
  await noteOnTimeline(tx, facts, { kind: 'message_delivered', at: now });
}

interface Undelivered {
  facts: MessageFacts;
  source: Source;
  status: TextStatus;
  now: Date;
}

async function noteUndelivered(tx: CompanyTx, { facts, source, status, now }: Undelivered): Promise<void> {
  const code = status.errorCode;
  const failed = await tx
    .updateTable('messages')
    .set({ status: 'failed', error_code: code })
    .where('provider_id', '=', status.sid)
    .where('direction', '=', 'out')
    .where('status', 'in', ['sending', 'sent', 'unknown'])
    .returning(['to_address', 'body'])
    .executeTakeFirst();
  if (!failed) return;
  const reason = textFailureWords(code);
  const delay = delayAfterUndelivered(code, source.attempts);
  if (delay !== undefined) {
    const dueAt = new Date(now.getTime() + delay);
    const again = { status: 'scheduled', dueAt, providerId: null, reason: `${reason}; it is tried once more` } as const;
    if (await changeRow(tx, facts, ['sent'], again)) await reopen(tx, source);
    return;
  }
  await changeRow(tx, facts, ['sent'], { status: 'failed', reason });
  await noteOnTimeline(tx, facts, { kind: 'message_failed', at: now, data: { reason, body: failed.body } });
  await suppress(tx, facts, { address: failed.to_address, code, detail: '', now });
  await finishSchedule(tx, facts);
}

async function reopen(tx: CompanyTx, source: Source): Promise<void> {
  if (source.table === 'outbox') return;
  const row = await tx
    .selectFrom('follow_up_messages')
    .select('schedule_id')
    .where('company_id', '=', source.company_id)
    .where('id', '=', source.id as never)
    .executeTakeFirst();
  if (row) await reopenSchedule(tx, row.schedule_id);
}
