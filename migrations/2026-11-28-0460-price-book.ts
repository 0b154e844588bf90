import { type Kysely, sql } from 'kysely';

/**
 * A company's price book, and what each estimate version was priced as: its lines, the rules for its sum, the fence that
 * was described and the add-ons that the homeowner has ticked. Versions sent before keep no lines, so theirs are still
 * made from their prices. The functions that compute a lead's price take the ticked add-ons and the tax into account.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [book, versions, signatures, price]) await sql.raw(statement).execute(db);
}

const book = `
-- null: a neutral book. The gate price isn't in it, because gate_price_cents is the price of a walk gate
alter table pricing_settings
  add column book jsonb,
  add column book_version integer not null default 1,
  add constraint pricing_settings_book check (book is null or jsonb_typeof(book) = 'object'),
  add constraint pricing_settings_book_version check (book_version > 0);
`;

const versions = `
alter table estimates
  add column priced jsonb,
  -- with the ticked add-ons: the sum of the lines, and the part of it that is taxed
  add column sum_cents bigint,
  add column taxable_cents bigint not null default 0,
  add column tax_bps integer not null default 0,
  add column ticked_add_ons jsonb not null default '[]',
  add constraint estimates_priced check ((priced is null) = (sum_cents is null)
    and (priced is null or jsonb_typeof(priced) = 'object')),
  add constraint estimates_sum check (sum_cents >= 0 and taxable_cents between 0 and sum_cents),
  add constraint estimates_tax check (tax_bps between 0 and 2000),
  add constraint estimates_ticked_add_ons check (jsonb_typeof(ticked_add_ons) = 'array');
alter table estimate_options
  add column priced jsonb,
  add constraint estimate_options_priced check (priced is null or jsonb_typeof(priced) = 'object');

create function estimates_priced_is_fixed() returns trigger language plpgsql as $function$
begin
  if old.priced is distinct from new.priced or old.tax_bps <> new.tax_bps then
    raise exception 'what an estimate offers is fixed once it is sent';
  end if;
  if (old.ticked_add_ons, old.sum_cents, old.taxable_cents)
      is distinct from (new.ticked_add_ons, new.sum_cents, new.taxable_cents)
    and exists (select from estimate_acceptances where estimate_id = old.id) then
    raise exception 'what was signed is fixed';
  end if;
  return new;
end $function$;
create trigger estimates_priced_fixed before update of priced, tax_bps, ticked_add_ons, sum_cents, taxable_cents
  on estimates for each row execute function estimates_priced_is_fixed();
`;

const signatures = `
alter table estimate_acceptances
  add column add_on_ids jsonb not null default '[]',
  add constraint estimate_acceptances_add_on_ids_check check (jsonb_typeof(add_on_ids) = 'array');
`;

const price = `
-- the tax on the taxable part of a sum less its share of the discount, half up to the cent
create function tax_cents(taxable bigint, subtotal bigint, discount bigint, bps integer)
returns bigint language sql immutable as $$
  select case when subtotal > 0 and bps > 0
    then div(2 * taxable::numeric * (subtotal - discount) * bps + subtotal::numeric * 10000, subtotal::numeric * 20000)::bigint
    else 0 end
$$;

create or replace function lead_price(lead uuid, quote bigint, at timestamptz)
returns table (cents bigint, full_cents bigint, percent numeric, amount_cents bigint, days integer, ends_on date)
language sql stable as $$
  select coalesce(newest.signed_cents, base.sum - coalesce(best.off, 0)
      + tax_cents(base.taxable, base.sum, coalesce(best.off, 0), base.bps)),
    coalesce(newest.signed_cents + newest.signed_off, base.sum + tax_cents(base.taxable, base.sum, 0, base.bps)),
    best.percent, best.amount_cents, best.days, best.ends_on
  from (values (1)) one (row)
  left join lateral (
    select e.id, coalesce(e.sum_cents, e.total_cents) as sum, e.taxable_cents, e.tax_bps,
      signed.total_cents as signed_cents, signed.discount_cents as signed_off
    from estimates e left join estimate_acceptances signed on signed.estimate_id = e.id
    where e.lead_id = lead order by e.version desc limit 1) newest on true
  cross join lateral (select coalesce(newest.sum, quote) as sum, coalesce(newest.taxable_cents, 0) as taxable,
    coalesce(newest.tax_bps, 0) as bps) base
  left join lateral (
    select offer.*, discount_cents(base.sum, offer.percent, offer.amount_cents) as off
    from live_offers(lead, newest.id, at) offer
    where newest.signed_cents is null and base.sum is not null
    order by off desc, offer.ends_on desc limit 1) best on true
$$;
`;
