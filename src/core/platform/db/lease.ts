import { type RawBuilder, sql } from 'kysely';

/**
 * A worker claims a row by a lease (`claimed_until`) in real time, by Postgres's clock, which all workers share. Until
 * then no other worker takes the row; afterward any worker may. Precise to the millisecond, so that a JavaScript Date
 * compares as equal.
 */
export const leaseFor = (milliseconds: number): RawBuilder<Date> =>
  sql<Date>`date_trunc('milliseconds', clock_timestamp()) + ${milliseconds} * interval '1 millisecond'`;

/** Whether no worker holds the row. */
export const UNCLAIMED = sql<boolean>`(claimed_until is null or claimed_until < now())`;

/** Whether a worker held the row and didn't finish in time. */
export const LAPSED = sql<boolean>`claimed_until < now()`;
