import { localDateOf } from '../../primitives/local-date.ts';
import type { EstimateStatus } from './estimates.schema.ts';

/**
 * Returns a version's status at an instant. An unanswered version becomes 'expired' after the last day shown on it, in
 * the company's time zone at the time it was sent.
 */
export const statusNow = (
  {
    status,
    valid_until: validUntil,
    company,
  }: { status: EstimateStatus; valid_until: string; company: { timeZone: string } },
  at: Date,
): EstimateStatus => {
  if (status !== 'sent' && status !== 'viewed') return status;
  return localDateOf(at, company.timeZone) > validUntil ? 'expired' : status;
};
