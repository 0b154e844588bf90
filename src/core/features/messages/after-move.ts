import { sql } from 'kysely';
import type { TimelineData, TimelineKind } from '#shared/features/timeline/timeline.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { prepared } from '../../platform/db/dialect.ts';
import { addTimelineEvents, type NewTimelineEvent } from '../timeline/timeline.repository.ts';
import type { MessageFacts } from './message-facts.ts';
import { type MessageKey, move } from './move-message.ts';
import type { Verdict } from './verdict.ts';

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

/** Completes the follow-up's schedule if no message is left to send. Does nothing for other messages. */
export const finishSchedule = (tx: CompanyTx, { rowId }: MessageKey): Promise<void> => finishSchedules(tx, [rowId]);

/** Completes the schedules of many follow-ups if no message is left to send. */
export async function finishSchedules(tx: CompanyTx, rowIds: readonly string[]): Promise<void> {
  if (rowIds.length === 0) return;
  await sql`${prepared} update follow_up_schedules s set status = 'done'
    from follow_up_messages m
    where m.id = any(${rowIds}::uuid[]) and s.id = m.schedule_id and s.status = 'active'
      and not exists (select 1 from follow_up_messages r
        where r.schedule_id = s.id and r.status in ('draft', 'scheduled', 'sending'))`.execute(tx);
}

/** Reopens a completed schedule so that its follow-up can be sent again. Does nothing for other messages. */
export async function reopenSchedule(tx: CompanyTx, { rowId }: MessageKey): Promise<void> {
  await sql`update follow_up_schedules s set status = 'active' from follow_up_messages m
    where m.id = ${rowId} and s.id = m.schedule_id and s.status = 'done'`.execute(tx);
}

/** Applies a check's verdict to the row. The caller must have claimed and locked the row. */
export async function applyVerdict(
  tx: CompanyTx,
  { facts, verdict, now }: { facts: MessageFacts; verdict: Verdict; now: Date },
): Promise<void> {
  if (verdict.kind !== 'skip') {
    await move(tx, facts, {
      from: ['scheduled'],
      to: 'scheduled',
      ...(verdict.kind === 'reschedule' ? { plannedAt: verdict.at } : { dueAt: verdict.at }),
      reason: verdict.reason,
    });
    return;
  }
  await move(tx, facts, { from: ['scheduled'], to: 'skipped', reason: verdict.reason });
  await noteOnTimeline(tx, facts, { kind: 'message_skipped', at: now, data: { reason: verdict.reason } });
  await finishSchedule(tx, facts);
}
