import { endOfDay, localDate } from '../../primitives/local-date.ts';
import type { ChangeStatus } from './changes.schema.ts';

/** The statuses of a change that isn't decided. An estimate has at most one such change. */
export const OPEN_CHANGE: readonly ChangeStatus[] = ['draft', 'sent'];
/** The statuses of a change that counts in the total. */
export const AGREED_CHANGE: readonly ChangeStatus[] = ['signed', 'credited'];

/** Returns a change's status at the time `at`. A change that was sent expires after its last day, where the job is. */
export const changeStatusNow = (
  {
    status,
    valid_until: until,
    job_zone: zone,
  }: { status: ChangeStatus; valid_until: string | null; job_zone: string },
  at: Date,
): ChangeStatus => (status === 'sent' && until !== null && at >= endOfDay(localDate(until), zone) ? 'expired' : status);

/** Returns a change's number, such as 'EST-8f03c2-4821-C1'. */
export const changeNumber = (estimate: string, position: number): string => `${estimate}-C${position}`;
