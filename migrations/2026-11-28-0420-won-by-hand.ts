import { type Kysely, sql } from 'kysely';

/**
 * Recomputes a lead's facts when its offers change, because what a lead was won for includes the offer of that time.
 * Marks the leads that a person marked as won, so that their values are computed again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create trigger estimate_offers_report after insert or update or delete on estimate_offers
  for each row execute function mark_lead_of();
insert into report_marks (company_id, lead) select company_id, id from leads where outcome = 'won';
`)
    .execute(db);
}
