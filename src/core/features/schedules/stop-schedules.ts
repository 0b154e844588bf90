import { sql } from 'kysely';
import type { CompanyId, LeadId, ScheduleId } from '#shared/primitives/ids.ts';
import { cleanFirstName } from '#shared/primitives/strangers-words.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { lockLeads } from '../lead-rows/lock-leads.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { moving } from '../messages/move-message.ts';
import { mailContractor } from '../messages/tell-contractor.ts';
import { scheduleStopped } from './messages/schedule-stopped.ts';

/** The follow-ups to stop: one lead's, or those of all leads with this phone (E.164) or email address. */
export type StopWho = { leadId: LeadId } | { phone: string } | { email: string };

export type StopSchedules = StopWho & {
  companyId: CompanyId;
  /** Returns a sentence for the contractor, such as 'Follow-ups stopped because Tom wrote to you.'. */
  reason: (firstName: string) => string;
  at: Date;
  /**
   * Whether to email the contractor (default: true). False if the contractor stopped the follow-ups or gets another
   * notice.
   */
  notify?: boolean;
};

interface Stopped {
  id: ScheduleId;
  lead_id: LeadId;
  name: string;
}

/**
 * Stops a person's active follow-ups and cancels the follow-up messages that haven't been sent. A message that is
 * already being sent isn't canceled. Adds the reason to each lead's timeline. Unless `notify` is false, also emails the
 * reason to the contractor. Locks the leads first. Returns the leads whose follow-ups were stopped. If there are any,
 * the caller must enqueue a wake-up job after the commit.
 */
export async function stopSchedules(tx: CompanyTx, stop: StopSchedules): Promise<LeadId[]> {
  const stopped = await lockActive(tx, stop);
  for (const schedule of stopped) await stopOne(tx, schedule, stop);
  return stopped.map((schedule) => schedule.lead_id);
}

async function lockActive(tx: CompanyTx, stop: StopSchedules): Promise<Stopped[]> {
  const leads = await lockLeads(tx, stop.companyId)
    .select('id')
    .$if('leadId' in stop, (query) => query.where('id', '=', 'leadId' in stop ? stop.leadId : sql<never>`null`))
    .$if('phone' in stop, (query) => query.where('phone', '=', 'phone' in stop ? stop.phone : null))
    .$if('email' in stop, (query) => query.where('email', '=', 'email' in stop ? stop.email.toLowerCase() : ''))
    .execute();
  if (leads.length === 0) return [];
  return tx
    .selectFrom('follow_up_schedules')
    .innerJoin('leads', 'leads.id', 'follow_up_schedules.lead_id')
    .select(['follow_up_schedules.id', 'leads.id as lead_id', 'leads.name'])
    .where('follow_up_schedules.company_id', '=', stop.companyId)
    .where('follow_up_schedules.status', '=', 'active')
    .where(
      'follow_up_schedules.lead_id',
      'in',
      leads.map((lead) => lead.id),
    )
    .execute();
}

async function stopOne(
  tx: CompanyTx,
  schedule: Stopped,
  { companyId, reason, at, notify = true }: StopSchedules,
): Promise<void> {
  const words = reason(cleanFirstName(schedule.name));
  await tx
    .updateTable('follow_up_schedules')
    .set({ status: 'stopped', stopped_at: at, stop_reason: words })
    .where('id', '=', schedule.id)
    .execute();
  await moving({
    from: ['draft', 'scheduled'],
    to: 'cancelled',
    set: [sql`reason = ${words}`],
    where: [sql`m.schedule_id = ${schedule.id}`],
  }).execute(tx);
  await addTimelineEvent(tx, {
    companyId,
    leadId: schedule.lead_id,
    kind: 'schedule_stopped',
    at,
    data: { reason: words },
  });
  if (notify)
    await mailContractor(tx, {
      companyId,
      leadId: schedule.lead_id,
      kind: scheduleStopped,
      payload: { reason: words },
      dedupeKey: `schedule.stopped:${schedule.id}:${at.toISOString()}`,
      at,
    });
}

/**
 * Lets a lead's follow-ups go on if they were stopped for this reason. Messages that were due in the meantime stay
 * canceled, so that they aren't all sent at once. If none is left, the follow-ups stay stopped. The caller must have
 * locked the lead. Returns whether they go on.
 */
export async function resumeSchedules(
  tx: CompanyTx,
  { companyId, leadId, reason, at }: { companyId: CompanyId; leadId: LeadId; reason: string; at: Date },
): Promise<boolean> {
  const schedule = await tx
    .selectFrom('follow_up_schedules')
    .select(['id', 'channel'])
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('status', '=', 'stopped')
    .where('stop_reason', '=', reason)
    .executeTakeFirst();
  if (!schedule) return false;
  const { rows } = await moving({
    from: ['cancelled'],
    to: 'scheduled',
    set: [sql`reason = null`],
    where: [sql`m.schedule_id = ${schedule.id}`, sql`m.reason = ${reason}`, sql`m.due_at > ${at}`],
    returning: sql`m.day as day, m.due_at as due_at`,
  }).execute(tx);
  if (rows.length === 0) return false;
  await tx
    .updateTable('follow_up_schedules')
    .set({ status: 'active', stopped_at: null, stop_reason: null })
    .where('id', '=', schedule.id)
    .execute();
  const steps = (rows as { day: number; due_at: Date }[])
    .toSorted((a, b) => a.due_at.getTime() - b.due_at.getTime())
    .map(({ day, due_at: dueAt }) => ({ day, dueAt: dueAt.toISOString() }));
  await addTimelineEvent(tx, {
    companyId,
    leadId,
    kind: 'schedule_activated',
    at,
    data: { channel: schedule.channel, steps },
  });
  return true;
}
