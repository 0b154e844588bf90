import { localDateOf } from '../../primitives/local-date.ts';
import type { EstimateStatus } from './estimates.schema.ts';

/**
 * Returns a version's status at an instant. An unanswered version becomes 'expired' after the last day shown on it.
 * That day is in the time zone that the company had when it sent the version.
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
