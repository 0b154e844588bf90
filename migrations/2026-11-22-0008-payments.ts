import { type Kysely, sql } from 'kysely';

/** The homeowner's payments: what they paid by which estimate on which connected account, and the accounts themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [accounts, payments, tenancy, live]) await sql.raw(statement).execute(db);
}

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
`;

const payments = `
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
  -- when the checkout's address was last given to a browser
  handed_out_at timestamptz not null default now(),
  -- what ends the checkout
  end_operation_id uuid unique references stripe_operations(id),
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
    execute format('grant select, insert, update, delete on %I to picket_app, picket_system', tenant);
  end loop;
end $$;
`;

const live = `
create trigger payments_live_insert after insert on payments referencing new table as changed_rows
  for each statement execute function tell_live();
create trigger payments_live_update after update on payments referencing new table as changed_rows
  for each statement execute function tell_live();
create trigger stripe_accounts_live after insert or update on stripe_accounts
  for each row execute function tell_live_company();
`;
