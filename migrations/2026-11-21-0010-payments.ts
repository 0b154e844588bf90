import { type Kysely, sql } from 'kysely';

/**
 * The homeowner's payments: what he paid by which estimate on which connected account, the accounts themselves,
 * and what a company asks for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [settings, accounts, payments, tenancy, live]) await sql.raw(statement).execute(db);
}

const settings = `
alter table company_profiles
  add column deposit_kind text not null default 'percent' check (deposit_kind in ('percent', 'amount')),
  add column deposit_percent integer not null default 50 check (deposit_percent between 0 and 100),
  add column deposit_amount_cents bigint check (deposit_amount_cents between 0 and 100000000),
  add column offer_full_payment boolean not null default true,
  -- the contractor's own phone, told of acceptances and payments; null: by mail only
  add column notify_phone text check (notify_phone ~ '^\\+1\\d{10}$'),
  add constraint company_profiles_deposit check (deposit_kind = 'percent' or deposit_amount_cents is not null);
`;

// every account a company ever had: disconnecting keeps it, so that what was paid on it still settles (S14)
const accounts = `
create table stripe_accounts (
  id text primary key,
  company_id uuid not null references company_profiles on delete cascade,
  charges_enabled boolean not null default false,
  details_submitted boolean not null default false,
  -- what Stripe still asks for, in its own names, and why it turned charges off
  currently_due text[] not null default '{}',
  pending_verification text[] not null default '{}',
  disabled_reason text,
  created_at timestamptz not null default now(),
  disconnected_at timestamptz
);
create unique index stripe_accounts_one_connected on stripe_accounts (company_id) where disconnected_at is null;
create index stripe_accounts_company on stripe_accounts (company_id, created_at desc);
insert into stripe_accounts (id, company_id, charges_enabled, details_submitted)
  select distinct on (stripe_account_id) stripe_account_id, id, stripe_connected, stripe_connected from company_profiles
  where stripe_account_id is not null order by stripe_account_id, created_at;
drop index company_profiles_account;
create unique index company_profiles_account on company_profiles (stripe_account_id) where stripe_account_id is not null;
`;

const payments = `
alter table estimates add constraint estimates_of_lead unique (company_id, lead_id, id);

create table payments (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid not null,
  estimate_id uuid not null,
  kind text not null check (kind in ('deposit', 'full', 'balance')),
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null,
  refunded_cents bigint not null default 0,
  currency text not null default 'usd' check (currency = 'usd'),
  -- open: may still be paid; processing: the bank's money is on its way, and may yet not come
  status text not null default 'open' check (status in ('open', 'processing', 'succeeded', 'failed', 'expired',
    'canceled', 'partially_refunded', 'refunded', 'disputed', 'dispute_lost')),
  -- money that came although the same was paid already: kept and shown, counted for nothing
  extra boolean not null default false,
  stripe_account_id text not null,
  stripe_session_id text,
  stripe_payment_intent text,
  -- its id is the idempotency key of the checkout (S15)
  operation_id uuid unique references stripe_operations,
  -- Stripe's word for how it was paid, such as 'card' or 'us_bank_account'
  method text,
  receipt_url text,
  -- why it failed or was disputed, in Stripe's words
  reason text,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  paid_at timestamptz,
  last_reconciled_at timestamptz,
  unique (company_id, id),
  constraint payments_session unique (stripe_session_id),
  constraint payments_intent unique (stripe_account_id, stripe_payment_intent),
  constraint payments_fee check (fee_cents between 0 and amount_cents),
  constraint payments_refunded check (case status
    when 'refunded' then refunded_cents = amount_cents
    when 'partially_refunded' then refunded_cents > 0 and refunded_cents < amount_cents
    when 'succeeded' then refunded_cents = 0
    else refunded_cents between 0 and amount_cents end),
  constraint payments_paid check ((paid_at is not null)
    = (status in ('succeeded', 'partially_refunded', 'refunded', 'disputed', 'dispute_lost'))),
  foreign key (company_id, lead_id, estimate_id) references estimates (company_id, lead_id, id)
);
-- two tabs end in one payment: a lead has one on its way at most, and an estimate is paid once for each purpose
create unique index payments_one_on_its_way on payments (lead_id) where status in ('open', 'processing');
create unique index payments_deposit_once on payments (estimate_id)
  where kind in ('deposit', 'full') and status in ('succeeded', 'partially_refunded', 'disputed') and not extra;
create unique index payments_balance_once on payments (estimate_id)
  where kind in ('balance', 'full') and status in ('succeeded', 'partially_refunded', 'disputed') and not extra;
create index payments_newest on payments (company_id, created_at desc, id desc);
create index payments_lead on payments (lead_id, created_at desc);
create index payments_unsettled on payments (last_reconciled_at nulls first) where status in ('open', 'processing');
`;

const tenancy = `
do $$
declare tenant text;
begin
  foreach tenant in array array['stripe_accounts', 'payments'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
  end loop;
end $$;
grant select, insert, update, delete on stripe_accounts, payments to picket_app, picket_system;
`;

const live = `
create trigger payments_live_insert after insert on payments referencing new table as changed_rows
  for each statement execute function tell_live();
create trigger payments_live_update after update on payments referencing new table as changed_rows
  for each statement execute function tell_live();
create trigger stripe_accounts_live after insert or update on stripe_accounts
  for each row execute function tell_live_company();
`;
