import { type Kysely, sql } from 'kysely';

/**
 * Adds erased leads. Their rows stay, so that reports still add up, but without the person. What was signed stays as it
 * is, also in a transaction that erases.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [leads, fixed]) await sql.raw(statement).execute(db);
}

const leads = `
alter table leads add column erased_at timestamptz;
alter table leads drop constraint leads_can_be_reached;
alter table leads add constraint leads_can_be_reached
  check (erased_at is not null or coalesce(email, phone) is not null);
alter table leads add constraint leads_erased check (erased_at is null or
  (email is null and phone is null and address is null and homeowner_email is null and measured is null and notes = ''));
create function erased_leads_stay_erased() returns trigger language plpgsql as $$
begin
  if new.erased_at is distinct from old.erased_at or new.name <> old.name then
    raise exception 'an erased lead stays erased';
  end if;
  return new;
end $$;
create trigger leads_erased_stay before update on leads for each row when (old.erased_at is not null)
  execute function erased_leads_stay_erased();
`;

const erasing = (table: string): string => `coalesce(current_setting('app.erasing', true), '') = 'on'
    and not exists (select from estimate_acceptances where estimate_id = ${table}.id)`;

const fixed = `
create or replace function estimates_are_fixed() returns trigger language plpgsql as $$
begin
  if ${erasing('old')} and
    to_jsonb(new) - array['customer', 'notes', 'drawing', 'decline_reason']
      = to_jsonb(old) - array['customer', 'notes', 'drawing', 'decline_reason'] then
    return new;
  end if;
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

create or replace function estimate_drawing_is_fixed() returns trigger language plpgsql as $$
begin
  if old.drawing is distinct from new.drawing and not (${erasing('old')} and new.drawing is null) then
    raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  return new;
end $$;

create or replace function estimate_changes_are_fixed() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.erasing', true), '') = 'on' and old.status not in ('signed', 'credited') and
    to_jsonb(new) - array['note', 'decline_reason'] = to_jsonb(old) - array['note', 'decline_reason'] then
    return new;
  end if;
  if old.status not in ('draft', 'sent') then
    raise exception 'a change that was decided is fixed';
  end if;
  if (old.id, old.company_id, old.estimate_id, old.position, old.note, old.fence, old.take_off, old.added, old.removed,
      old.added_cents, old.removed_cents, old.total_cents, old.created_at, old.job_zone)
    is distinct from
     (new.id, new.company_id, new.estimate_id, new.position, new.note, new.fence, new.take_off, new.added, new.removed,
      new.added_cents, new.removed_cents, new.total_cents, new.created_at, new.job_zone)
    or (old.status = 'sent' and (old.sent_at, old.valid_until) is distinct from (new.sent_at, new.valid_until))
  then raise exception 'what a change offers is fixed';
  end if;
  return new;
end $$;
`;
