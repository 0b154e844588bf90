import { localDateOf } from '../../primitives/local-date.ts';
import type { EstimateStatus } from './estimates.schema.ts';

/**
 * Returns the status of an estimate's version at the time `at`. If the homeowner hasn't answered, the version becomes
 * 'expired' after its last valid day. The day ends at midnight in the company's time zone, as stored with the version.
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
