import { isTooLate } from '#shared/features/follow-ups/cadence.rules.ts';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import type { FollowUpMessageRow, LeadRow, ScheduleRow } from '../../../platform/db/tables.ts';
import { accessOf, type AccessRow } from '../../billing/access.ts';
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

const ENDED: Partial<Record<EstimateStatus, string>> = {
  accepted: 'The estimate was accepted',
  declined: 'The estimate was declined',
  deposit_paid: 'The deposit was paid',
  paid: 'The estimate was paid',
  refunded: 'The payment was refunded',
  disputed: 'The payment is disputed',
};

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
  if (lead.archived_at) return skip('The lead is archived');
  if (lead.outcome !== null) return skip(`The lead is marked ${lead.outcome}`);
  if (lead.status === 'paid') return skip('The lead has paid');
  const ended = estimateStatus === null ? undefined : ENDED[estimateStatus];
  if (ended !== undefined) return skip(ended);
  if (lead.last_reply_at && schedule.activated_at && lead.last_reply_at > schedule.activated_at)
    return skip('The homeowner has replied');
  if (row.due_at && isTooLate(row.due_at, now))
    return skip(`Too late: it was due on ${formatDate(row.due_at, zone)}, more than 72 hours before it could go out`);
  if (!accessOf(plan, now).hasDashboard) return skip('Your subscription is not active');
  return null;
}
