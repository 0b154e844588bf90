import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { BillingDeps, BillingTx } from './billing-deps.ts';

/** What applies what Stripe tells needs: an event names no company of ours before it is looked up. */
export type StripeDeps = BillingDeps & SystemDeps;

export interface StripeReading<Truth> {
  /** What is read, such as `plan:<company>`. */
  key: string;
  /** Reads the truth at Stripe; runs outside of any transaction, so that a slow Stripe holds no lock. */
  read: () => Promise<Truth>;
  /** Writes it; in one transaction, one at a time for each key. */
  write: (tx: BillingTx, truth: Truth) => Promise<void>;
}

/**
 * Reads something from Stripe and writes it, so that whoever began to read last has the last word: an older
 * reading is never written over a newer one, in whatever order events come and however slow an answer is (S9).
 * Each reader takes a number first; what it reads is then at least as new as whatever made it read, and a reading
 * is dropped only where one with a higher number is already written. False where it was dropped.
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
