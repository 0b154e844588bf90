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
  /** The time of another attempt of the same message. Its lateness counts from when it was first due (C17). */
  dueAt?: Date;
  /** Replaces `dueAt`, when the message is moved into texting hours or a person resends it. */
  plannedAt?: Date;
  sentAt?: Date;
  providerId?: string | null;
  /**
   * How the number of attempts changes: 'less' if the last attempt doesn't count, 'more' if an attempt failed before it
   * was marked, and 'none' if a person resends the message, which allows all attempts of T8 again.
   */
  tries?: 'less' | 'more' | 'none';
  /** T8's single later retry is used up. */
  triedLater?: true;
  /** Changes the row only if it still has this lease. Otherwise another attempt, or its recovery, has begun. */
  claimedUntil?: Date | undefined;
}

const TRIES = {
  less: sql`attempts = greatest(attempts - 1, 0)`,
  more: sql`attempts = attempts + 1`,
  none: sql`attempts = 0, tried_later = false`,
};

/** Changes the row and releases it. The row must be locked, or the change conditional on `from`. True if it changed. */
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

/** A message's entry for the lead's timeline. None for messages to the contractor. */
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

/** Records a message's result on the lead's timeline. */
export const noteOnTimeline = (tx: CompanyTx, facts: MessageFacts, event: TimelineNote): Promise<void> =>
  addTimelineEvents(tx, timelineEvent(facts, event));

/** Completes the follow-up's schedule if nothing is left to send. Does nothing for an outbox row. */
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

/** Reopens a follow-up's completed schedule for a resend. Does nothing for an outbox row. */
export async function reopenSchedule(tx: CompanyTx, { table, rowId }: RowKey): Promise<void> {
  if (table === 'outbox') return;
  await sql`update follow_up_schedules s set status = 'active' from follow_up_messages m
    where m.id = ${rowId} and s.id = m.schedule_id and s.status = 'done'`.execute(tx);
}

/** Applies a check's result to a row held by this claim, locked. */
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
