import { isTooLate } from '#shared/features/follow-ups/cadence.rules.ts';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import type { FollowUpMessageRow, LeadRow, ScheduleRow } from '../../../platform/db/tables.ts';
import { accessOf, type AccessRow } from '../../billing/access.ts';
import { whyEnded } from '../../follow-ups/why-ended.ts';
import { skip, type Verdict } from './verdict.ts';

export interface FollowUpToCheck {
  row: FollowUpMessageRow;
  schedule: ScheduleRow;
  lead: LeadRow;
  /** Of the newest version that was sent; null where none was. */
  estimateStatus: EstimateStatus | null;
  plan: AccessRow | undefined;
  zone: string;
  now: Date;
}

/** Whether a follow-up still makes sense at the moment of sending (decisions.md, follow-ups), on any channel. */
export function checkFollowUp({
  row,
  schedule,
  lead,
  estimateStatus,
  plan,
  zone,
  now,
}: FollowUpToCheck): Verdict | null {
  if (schedule.status !== 'active') return skip(schedule.stop_reason ?? 'The follow-ups are not active any more');
  const ended = whyEnded(lead, estimateStatus);
  if (ended !== null) return skip(ended);
  if (lead.last_reply_at && schedule.activated_at && lead.last_reply_at > schedule.activated_at)
    return skip('The homeowner has replied');
  if (row.due_at && isTooLate(row.due_at, now))
    return skip(`Too late: it was due on ${formatDate(row.due_at, zone)}, more than 72 hours before it could go out`);
  if (!accessOf(plan, now).hasDashboard) return skip('Your subscription is not active');
  return null;
}
