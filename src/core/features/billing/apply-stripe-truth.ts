import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { BillingDeps, BillingTx } from './billing-deps.ts';

/**
 * Dependencies for storing Stripe's state. They cross tenants, because an event names no company before it is looked
 * up.
 */
export type StripeDeps = BillingDeps & SystemDeps;

export interface StripeReading<Truth> {
  /** The key of what is read, such as `plan:<company>`. */
  key: string;
  /** Reads the current state from Stripe, outside any transaction, so a slow Stripe holds no lock. */
  read: () => Promise<Truth>;
  /** Writes the result; runs in one transaction, and one at a time per key. */
  write: (tx: BillingTx, truth: Truth) => Promise<void>;
}

/**
 * Reads something from Stripe and stores the result. An older read never overwrites a newer one, in whatever order
 * events and answers arrive (S9). Each read takes a number before it starts, and its result is dropped if a higher
 * number is already stored. A stored result is therefore at least as new as the event that triggered it. Returns false
 * if the result was dropped.
 */
export async function applyStripeTruth<Truth>(
  system: Kysely<Database>,
  { key, read, write }: StripeReading<Truth>,
): Promise<boolean> {
  const number = await takeNumber(system, key);
  const truth = await read();
  return system.transaction().execute(async (tx) => {
    if (!(await isNewest(tx, key, number))) return false;
    await write(tx, truth);
    return true;
  });
}

async function takeNumber(system: Kysely<Database>, key: string): Promise<number> {
  const { rows } = await sql<{ asked: number }>`
    insert into stripe_reads (key, asked) values (${key}, 1)
    on conflict (key) do update set asked = stripe_reads.asked + 1 returning asked`.execute(system);
  return rows[0]?.asked ?? 0;
}

/** Locks the key until the end of the transaction. */
async function isNewest(tx: BillingTx, key: string, number: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('stripe_reads')
    .set({ settled: number })
    .where('key', '=', key)
    .where('settled', '<', number)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
