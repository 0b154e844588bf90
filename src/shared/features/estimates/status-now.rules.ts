import { localDateOf } from '../../primitives/local-date.ts';
import type { EstimateStatus } from './estimates.schema.ts';

/**
 * Returns the status of an estimate's version at an instant. If the homeowner hasn't answered, the version becomes
 * 'expired' after the last valid day that it shows. The day is in the time zone that the company had when it sent the
 * version.
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
