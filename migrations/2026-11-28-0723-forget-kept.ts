import { type Kysely, sql } from 'kysely';

/**
 * Lets the nightly run delete what the law no longer requires us to keep of erased homeowners: their consents, and who
 * they were in what they signed. Nothing else can change or delete these rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [consents, signatures]) await sql.raw(statement).execute(db);
}

const consents = `
create index leads_erased on leads (id) where erased_at is not null;
grant delete on consents to picket_system;
create function consents_are_forgotten_only_when_due() returns trigger language plpgsql as $$
begin
  if current_setting('app.forgetting', true) is distinct from 'on' then
    raise exception 'consents are append-only';
  end if;
  return old;
end $$;
create trigger consents_stay before delete on consents for each row when (current_user = 'picket_system')
  execute function consents_are_forgotten_only_when_due();
`;

const signatures = `
grant update (name, mark, document, document_hash, ip, user_agent) on estimate_acceptances, change_signatures
  to picket_system;
create or replace function acceptances_are_append_only() returns trigger language plpgsql as $$
begin
  if current_setting('app.merging', true) = 'on' and to_jsonb(new) - 'lead_id' = to_jsonb(old) - 'lead_id' then
    return new;
  end if;
  if coalesce(current_setting('app.forgetting', true), '') = 'on' then
    return new;
  end if;
  raise exception 'acceptances are append-only';
end $$;
create function change_signatures_are_append_only() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('app.forgetting', true), '') = 'on' then
    return new;
  end if;
  raise exception 'signatures are append-only';
end $$;
create trigger change_signatures_append_only before update on change_signatures for each row
  execute function change_signatures_are_append_only();

create or replace function estimates_are_fixed() returns trigger language plpgsql as $$
begin
  if (coalesce(current_setting('app.forgetting', true), '') = 'on' or (coalesce(current_setting('app.erasing', true), '') = 'on'
      and not exists (select from estimate_acceptances where estimate_id = old.id)))
    and to_jsonb(new) - array['customer', 'notes', 'drawing', 'decline_reason']
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
  if old.drawing is distinct from new.drawing and not (new.drawing is null
    and (coalesce(current_setting('app.forgetting', true), '') = 'on' or (coalesce(current_setting('app.erasing', true), '') = 'on'
      and not exists (select from estimate_acceptances where estimate_id = old.id)))) then
    raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  return new;
end $$;
`;
