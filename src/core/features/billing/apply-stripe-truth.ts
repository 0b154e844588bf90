import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/tables.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { BillingDeps, BillingTx } from './billing-deps.ts';

/**
 * Dependencies for storing Stripe's state. Database access covers all tenants, because Stripe's events don't name our
 * company.
 */
export type StripeDeps = BillingDeps & SystemDeps;

export interface StripeReading<Truth> {
  /** Identifies the data to update, such as `plan:<company>`. */
  key: string;
  /**
   * Reads the current state from Stripe, outside any transaction, because locks must not be held during a slow request.
   */
  read: () => Promise<Truth>;
  /** Writes the result in one transaction. Writes for the same key run one at a time. */
  write: (tx: BillingTx, truth: Truth) => Promise<void>;
}

/**
 * Reads data from Stripe and stores it. An older read never overwrites a newer one, even if events and responses arrive
 * out of order (S9). To ensure this, each read gets a number before it starts. If a read with a higher number has
 * already been stored, this read's result is discarded and false is returned. The stored data is therefore always at
 * least as new as the event that triggered this read.
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

/** Returns true if this is the newest read. Locks the key until the transaction ends. */
async function isNewest(tx: BillingTx, key: string, number: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('stripe_reads')
    .set({ settled: number })
    .where('key', '=', key)
    .where('settled', '<', number)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
