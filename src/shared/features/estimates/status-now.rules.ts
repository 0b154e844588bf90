import { endOfDay, localDate } from '../../primitives/local-date.ts';
import type { EstimateStatus } from './estimates.schema.ts';

/** The parts of a stored version that determine when it expires. */
export interface Expiring {
  status: EstimateStatus;
  valid_until: string;
  /** The job's time zone, as stored when the version was sent. Null for versions that were sent before it was stored. */
  job_zone: string | null;
  company: { timeZone: string };
}

/**
 * Returns the status of an estimate's version at the time `at`. If the homeowner hasn't answered, the version becomes
 * 'expired' after its last valid day. The day ends at midnight where the job is.
 */
export const statusNow = (
  { status, valid_until: validUntil, job_zone: zone, company }: Expiring,
  at: Date,
): EstimateStatus => {
  if (status !== 'sent' && status !== 'viewed') return status;
  return at >= endOfDay(localDate(validUntil), zone ?? company.timeZone) ? 'expired' : status;
};
