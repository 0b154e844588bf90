import { type Kysely, sql } from 'kysely';

/**
 * Records when a company chose whether homeowners see a price in its widget. Companies that have already turned on
 * prices, or have closed the first steps, have chosen.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table company_profiles add column widget_price_chosen_at timestamptz;
update company_profiles set widget_price_chosen_at = coalesce(checklist_closed_at, created_at)
  where widget_instant_quotes or widget_price_gating or checklist_closed_at is not null;
`)
    .execute(db);
}
