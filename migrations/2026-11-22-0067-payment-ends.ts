import { type Kysely, sql } from 'kysely';

/** When a checkout's address was last given to a browser, and the operation that ends the checkout. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table payments
  add column handed_out_at timestamptz not null default now(),
  add column end_operation_id uuid unique references stripe_operations(id);
`)
    .execute(db);
}
