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
  /** When to try the same message again. Lateness is still measured from the original due time (C17). */
  dueAt?: Date;
  /** Replaces `dueAt` if the message is moved into texting hours or a person resends it. */
  plannedAt?: Date;
  sentAt?: Date;
  providerId?: string | null;
  /**
   * How the number of attempts changes. 'less': the last attempt doesn't count. 'more': an attempt failed before it was
   * counted. 'none': the number is reset, because a person resends the message and it gets all of T8's attempts again.
   */
  tries?: 'less' | 'more' | 'none';
  /** Records that T8's single later retry is used up. */
  triedLater?: true;
  /**
   * Changes the row only if it still has this lease. A different lease means that another attempt, or its recovery, has
   * begun.
   */
  claimedUntil?: Date | undefined;
}

const TRIES = {
  less: sql`attempts = greatest(attempts - 1, 0)`,
  more: sql`attempts = attempts + 1`,
  none: sql`attempts = 0, tried_later = false`,
};

/**
 * Changes the row and ends its lease. The row must be locked, or the change must depend on `from`. Returns true if the
 * row changed.
 */
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

/** Returns a message's entry for the lead's timeline, or an empty list for a message to the contractor. */
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

/** Adds a message's result to the lead's timeline. */
export const noteOnTimeline = (tx: CompanyTx, facts: MessageFacts, event: TimelineNote): Promise<void> =>
  addTimelineEvents(tx, timelineEvent(facts, event));

/** Completes the follow-up's schedule if no message is left to send. Does nothing for an outbox row. */
export const finishSchedule = (tx: CompanyTx, { table, rowId }: RowKey): Promise<void> =>
  finishSchedules(tx, table === 'outbox' ? [] : [rowId]);

/** Completes the schedules of many follow-ups if no message is left to send. */
export async function finishSchedules(tx: CompanyTx, rowIds: readonly string[]): Promise<void> {
  if (rowIds.length === 0) return;
  await sql`${prepared} update follow_up_schedules s set status = 'done'
    from follow_up_messages m
    where m.id = any(${rowIds}::uuid[]) and s.id = m.schedule_id and s.status = 'active'
      and not exists (select 1 from follow_up_messages r
        where r.schedule_id = s.id and r.status in ('draft', 'scheduled', 'sending'))`.execute(tx);
}

/** Reopens a completed schedule so that its follow-up can be sent again. Does nothing for an outbox row. */
export async function reopenSchedule(tx: CompanyTx, { table, rowId }: RowKey): Promise<void> {
  if (table === 'outbox') return;
  await sql`update follow_up_schedules s set status = 'active' from follow_up_messages m
    where m.id = ${rowId} and s.id = m.schedule_id and s.status = 'done'`.execute(tx);
}

/** Applies a check's verdict to the row. The caller must have claimed and locked the row. */
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
