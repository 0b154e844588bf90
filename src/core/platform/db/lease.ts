import { type RawBuilder, sql } from 'kysely';

/**
 * A claim of a row is a lease (`claimed_until`) in real time, by Postgres' clock, which all workers share: until then
 * nobody else takes the row, afterwards anybody may. To the millisecond, so that a date of ours compares as equal.
 */
export const leaseFor = (milliseconds: number): RawBuilder<Date> =>
  sql<Date>`date_trunc('milliseconds', clock_timestamp()) + ${milliseconds} * interval '1 millisecond'`;

/** Nobody holds the row. */
export const UNCLAIMED = sql<boolean>`(claimed_until is null or claimed_until < now())`;

/** Somebody held the row, and has not finished in time. */
export const LAPSED = sql<boolean>`claimed_until < now()`;
