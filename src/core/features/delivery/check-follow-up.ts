import { isTooLate } from '#shared/features/follow-ups/cadence.rules.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import { accessOf, type AccessRow } from '../billing/access.ts';
import { whyEnded } from '../schedules/why-ended.ts';
import type { FollowUpToSend, LeadToSend } from './rows.ts';
import { skip, type Verdict } from '../outbox/verdict.ts';

export interface FollowUpToCheck {
  row: Pick<FollowUpToSend, 'due_at' | 'first_due_at' | 'schedule' | 'estimate'>;
  lead: LeadToSend;
  plan: AccessRow | undefined;
  zone: string;
  now: Date;
}

/** Whether a follow-up still applies at the time of sending (decisions.md, follow-ups), on any channel. */
export function checkFollowUp({ row, lead, plan, zone, now }: FollowUpToCheck): Verdict | null {
  const { schedule, estimate } = row;
  if (schedule.status !== 'active') return skip(schedule.stop_reason ?? 'The follow-ups are no longer active');
  const ended = whyEnded(lead, estimate?.status ?? null);
  if (ended !== null) return skip(ended);
  if (lead.last_reply_at && schedule.activated_at && lead.last_reply_at > schedule.activated_at)
    return skip('The homeowner has replied');
  const due = row.first_due_at ?? row.due_at;
  if (due && isTooLate(due, now))
    return skip(`Too late: this was due on ${formatDate(due, zone)}, and couldn’t be sent within 72 hours`);
  if (!accessOf(plan, now).hasDashboard) return skip('Your subscription isn’t active');
  return null;
}
