import { type Kysely, sql } from 'kysely';

/**
 * Adds the homeowner's language to leads, the language of each sent version and signature, and a company's texts in
 * Spanish (C28).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table leads
  add column language text,
  add constraint leads_language_check check (language in ('en', 'es'));
alter table estimates
  add column language text not null default 'en',
  add column other_terms text,
  add constraint estimates_language_check check (language in ('en', 'es'));
alter table estimate_acceptances
  add column language text not null default 'en',
  add constraint estimate_acceptances_language_check check (language in ('en', 'es'));
alter table company_profiles
  add column terms_es text,
  add column workflow_messages_es text[],
  add constraint company_profiles_terms_es_length check (char_length(terms_es) <= 20000),
  add constraint company_profiles_workflow_messages_es_count
    check (cardinality(workflow_messages_es) = cardinality(workflow_cadence));
alter table reminder_rules
  add column message_es text,
  add constraint reminder_rules_message_es_check check (length(btrim(message_es)) between 1 and 1600);
create or replace function estimates_are_fixed() returns trigger language plpgsql as $function$
begin
  if (old.lead_id, old.version, old.number, old.perimeter_ft, old.gate_count, old.material_type, old.base_price_cents,
      old.premium_cents, old.gate_price_cents, old.total_cents, old.deposit_terms, old.notes,
      old.terms, old.other_terms, old.language, old.company, old.customer, old.sent_at)
    is distinct from
     (new.lead_id, new.version, new.number, new.perimeter_ft, new.gate_count, new.material_type, new.base_price_cents,
      new.premium_cents, new.gate_price_cents, new.total_cents, new.deposit_terms, new.notes,
      new.terms, new.other_terms, new.language, new.company, new.customer, new.sent_at)
  then raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  return new;
end $function$;
`)
    .execute(db);
}
