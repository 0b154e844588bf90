import { type RawBuilder, sql } from 'kysely';

/**
 * Returns the SQL for the end of a lease (`claimed_until`). It uses Postgres's wall clock, which all workers share.
 * Until the lease ends, no other worker claims the row. Afterward, any worker may claim it. The time is truncated to
 * milliseconds, so that it equals the same time as a JavaScript Date.
 */
export const leaseFor = (milliseconds: number): RawBuilder<Date> =>
  sql<Date>`date_trunc('milliseconds', clock_timestamp()) + ${milliseconds} * interval '1 millisecond'`;

/** True if the row isn't currently claimed by a worker. */
export const UNCLAIMED = sql<boolean>`(claimed_until is null or claimed_until < now())`;

/** Whether the claim expired before its worker finished. */
export const LAPSED = sql<boolean>`claimed_until < now()`;
