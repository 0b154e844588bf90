import { localDateOf } from '../../primitives/local-date.ts';
import type { EstimateStatus } from './estimates.schema.ts';

/**
 * The state of a version at an instant: one that nobody answered is 'expired' after the last day shown, by the
 * calendar of the company's zone as it was when sent.
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
