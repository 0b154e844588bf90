import { isTooLate } from '#shared/features/follow-ups/cadence.rules.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import { accessOf, type AccessRow } from '../../billing/access.ts';
import { whyEnded } from '../../schedules/why-ended.ts';
import type { FollowUpToSend, LeadToSend } from './rows.ts';
import { skip, type Verdict } from './verdict.ts';

export interface FollowUpToCheck {
  row: Pick<FollowUpToSend, 'due_at' | 'first_due_at' | 'schedule' | 'estimate'>;
  lead: LeadToSend;
  plan: AccessRow | undefined;
  zone: string;
  now: Date;
}

/** Whether a follow-up still makes sense at the moment of sending (decisions.md, follow-ups), on any channel. */
export function checkFollowUp({ row, lead, plan, zone, now }: FollowUpToCheck): Verdict | null {
  const { schedule, estimate } = row;
  if (schedule.status !== 'active') return skip(schedule.stop_reason ?? 'The follow-ups are not active any more');
  const ended = whyEnded(lead, estimate?.status ?? null);
  if (ended !== null) return skip(ended);
  if (lead.last_reply_at && schedule.activated_at && lead.last_reply_at > schedule.activated_at)
    return skip('The homeowner has replied');
  const due = row.first_due_at ?? row.due_at;
  if (due && isTooLate(due, now))
    return skip(`Too late: it was due on ${formatDate(due, zone)}, more than 72 hours before it could go out`);
  if (!accessOf(plan, now).hasDashboard) return skip('Your subscription is not active');
  return null;
}
