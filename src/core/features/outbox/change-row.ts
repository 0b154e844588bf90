import { sql } from 'kysely';
import type { MessageStatus } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { TimelineData, TimelineKind } from '#shared/features/timeline/timeline.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { prepared } from '../../platform/db/dialect.ts';
import { addTimelineEvents, type NewTimelineEvent } from '../timeline/timeline.repository.ts';
import type { DeliveryTable, MessageFacts } from './message-facts.ts';
import type { Verdict } from './verdict.ts';

type RowKey = { table: DeliveryTable; rowId: string };

export interface RowChange {
  status: MessageStatus;
  reason?: string | null;
  /** Another try of the same: how late it is still counts from when it was first due (C17). */
  dueAt?: Date;
  /** A new time of its own in place of `dueAt`: a move into the window, or a person who wants it sent again. */
  plannedAt?: Date;
  sentAt?: Date;
  providerId?: string | null;
  /**
   * The tries counted: 'less' where the last was none after all, 'more' where one failed before its mark, 'none' where
   * a person has it sent anew, with all of T8 before it.
   */
  tries?: 'less' | 'more' | 'none';
  /** T8's one try later is taken. */
  triedLater?: true;
  /** Only where the row still carries this lease: else another try of it, or whoever settles it, has begun. */
  claimedUntil?: Date | undefined;
}

const TRIES = {
  less: sql`attempts = greatest(attempts - 1, 0)`,
  more: sql`attempts = attempts + 1`,
  none: sql`attempts = 0, tried_later = false`,
};

/** Changes the row and gives it free. The row must be locked, or the change be conditional on `from`. True where it changed. */
export async function changeRow(
  tx: CompanyTx,
  { table, rowId }: RowKey,
  from: readonly MessageStatus[],
  change: RowChange,
): Promise<boolean> {
  const set = [
    sql`status = ${change.status}`,
    sql`claimed_until = null`,
    ...(change.reason === undefined ? [] : [sql`reason = ${change.reason}`]),
    ...(change.dueAt === undefined
      ? []
      : [sql`due_at = ${change.dueAt}`, sql`first_due_at = coalesce(first_due_at, due_at)`]),
    ...(change.plannedAt === undefined ? [] : [sql`due_at = ${change.plannedAt}`, sql`first_due_at = null`]),
    ...(change.sentAt === undefined ? [] : [sql`sent_at = ${change.sentAt}`]),
    ...(change.providerId === undefined ? [] : [sql`provider_id = ${change.providerId}`]),
    ...(change.tries === undefined ? [] : [TRIES[change.tries]]),
    ...(change.triedLater === true ? [sql`tried_later = true`] : []),
  ];
  const same = change.claimedUntil === undefined ? sql`` : sql`and claimed_until = ${change.claimedUntil}`;
  const result = await sql`update ${sql.table(table)} set ${sql.join(set)}
    where id = ${rowId} and status = any(${from}) ${same}`.execute(tx);
  return (result.numAffectedRows ?? 0n) > 0n;
}

type MessageEvent = Extract<TimelineKind, `message_${string}`>;
interface TimelineNote {
  kind: MessageEvent;
  at: Date;
  data?: TimelineData<MessageEvent>;
}

/** What the lead's timeline says of a message; nothing of what goes to the contractor himself. */
export const timelineEvent = (facts: MessageFacts, { kind, at, data }: TimelineNote): NewTimelineEvent[] =>
  facts.onTimeline && facts.leadId !== null
    ? [
        {
          companyId: facts.companyId,
          leadId: facts.leadId,
          kind,
          at,
          data: {
            channel: facts.channel,
            kind: facts.label,
            ...(facts.step === null ? {} : { step: facts.step }),
            ...data,
          },
        },
      ]
    : [];

/** Notes on the lead's timeline what became of a message. */
export const noteOnTimeline = (tx: CompanyTx, facts: MessageFacts, event: TimelineNote): Promise<void> =>
  addTimelineEvents(tx, timelineEvent(facts, event));

/** Ends the follow-up's schedule where nothing of it is left to send. Nothing for an outbox row. */
export const finishSchedule = (tx: CompanyTx, { table, rowId }: RowKey): Promise<void> =>
  finishSchedules(tx, table === 'outbox' ? [] : [rowId]);

/** The same for many follow-ups. */
export async function finishSchedules(tx: CompanyTx, rowIds: readonly string[]): Promise<void> {
  if (rowIds.length === 0) return;
  await sql`${prepared} update follow_up_schedules s set status = 'done'
    from follow_up_messages m
    where m.id = any(${rowIds}::uuid[]) and s.id = m.schedule_id and s.status = 'active'
      and not exists (select 1 from follow_up_messages r
        where r.schedule_id = s.id and r.status in ('draft', 'scheduled', 'sending'))`.execute(tx);
}

/** Opens a follow-up's finished schedule again, because it is to be sent once more. Nothing for an outbox row. */
export async function reopenSchedule(tx: CompanyTx, { table, rowId }: RowKey): Promise<void> {
  if (table === 'outbox') return;
  await sql`update follow_up_schedules s set status = 'active' from follow_up_messages m
    where m.id = ${rowId} and s.id = m.schedule_id and s.status = 'done'`.execute(tx);
}

/** Carries out what a check found about a row that this claim holds, locked. */
export async function applyVerdict(
  tx: CompanyTx,
  { facts, verdict, now }: { facts: MessageFacts; verdict: Verdict; now: Date },
): Promise<void> {
  if (verdict.kind !== 'skip') {
    await changeRow(tx, facts, ['scheduled'], {
      status: 'scheduled',
      ...(verdict.kind === 'move' ? { plannedAt: verdict.at } : { dueAt: verdict.at }),
      reason: verdict.reason,
    });
    return;
  }
  await changeRow(tx, facts, ['scheduled'], { status: 'skipped', reason: verdict.reason });
  await noteOnTimeline(tx, facts, { kind: 'message_skipped', at: now, data: { reason: verdict.reason } });
  await finishSchedule(tx, facts);
}
