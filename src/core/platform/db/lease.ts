import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the end of a lease (`claimed_until`). A worker claims a row until this time, by Postgres's real-time clock,
 * which all workers share. Until then, no other worker takes the row; afterward, any worker may. It is truncated to
 * milliseconds, so a JavaScript Date compares as equal.
 */
export const leaseFor = (milliseconds: number): RawBuilder<Date> =>
  sql<Date>`date_trunc('milliseconds', clock_timestamp()) + ${milliseconds} * interval '1 millisecond'`;

/** Whether no worker has a current claim on the row. */
export const UNCLAIMED = sql<boolean>`(claimed_until is null or claimed_until < now())`;

/** Whether a worker's claim expired before the work was finished. */
export const LAPSED = sql<boolean>`claimed_until < now()`;
