import { type Kysely, sql } from 'kysely';

/**
 * Adds the job's time zone to an estimate, so that its last valid day ends where the job is. Estimates that were already
 * sent keep the company's time zone, under which they were sent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table estimates add column job_zone text,
  add constraint estimates_job_zone_check check (length(job_zone) between 1 and 100);

create or replace function estimates_are_fixed() returns trigger language plpgsql as $$
begin
  if (old.lead_id, old.version, old.number, old.perimeter_ft, old.gate_count, old.material_type, old.base_price_cents,
      old.premium_cents, old.gate_price_cents, old.total_cents, old.deposit_terms, old.notes,
      old.terms, old.other_terms, old.language, old.company, old.customer, old.sent_at, old.job_zone)
    is distinct from
     (new.lead_id, new.version, new.number, new.perimeter_ft, new.gate_count, new.material_type, new.base_price_cents,
      new.premium_cents, new.gate_price_cents, new.total_cents, new.deposit_terms, new.notes,
      new.terms, new.other_terms, new.language, new.company, new.customer, new.sent_at, new.job_zone)
  then raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  return new;
end $$;
`)
    .execute(db);
}
