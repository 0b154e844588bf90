import { type Kysely, sql } from 'kysely';

/**
 * Billing: what Stripe told us and what we asked of it, the finer state behind a subscriber's row, and credits
 * that know the checkout they came from.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [events, operations, subscribers, ledger, live]) await sql.raw(statement).execute(db);
}

// times of events are real, not the business clock's: they are about retries and leases
const events = `
create table stripe_events (
  id text primary key,
  type text not null,
  -- the connected account that it is about; null: the platform's own
  account text,
  livemode boolean not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  -- what came of it, in a few words; 'ignored: …' where it was of the wrong mode or endpoint
  note text,
  error text,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  claimed_until timestamptz
);
create index stripe_events_waiting on stripe_events (next_attempt_at) where processed_at is null;
create index stripe_events_newest on stripe_events (received_at desc);
grant select, insert, update, delete on stripe_events to picket_system;

-- numbers the readings of each thing at Stripe: an older reading is never written over a newer one
create table stripe_reads (
  key text primary key,
  asked bigint not null default 0,
  settled bigint not null default 0
);
grant select, insert, update, delete on stripe_reads to picket_system;
`;

// id is the idempotency key of what is created at Stripe: written before the call, so that it survives a crash
const operations = `
create table stripe_operations (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  kind text not null check (length(kind) between 1 and 60),
  -- SHA-256 of the request; two clicks that ask for the same share a row
  fingerprint text not null,
  request jsonb not null,
  status text not null default 'started'
    check (status in ('started', 'open', 'processing', 'done', 'failed', 'expired')),
  stripe_id text,
  created_at timestamptz not null default now()
);
create unique index stripe_operations_stripe_id on stripe_operations (stripe_id) where stripe_id is not null;
create index stripe_operations_company on stripe_operations (company_id, kind, created_at desc);
alter table stripe_operations enable row level security;
alter table stripe_operations force row level security;
create policy tenant on stripe_operations to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on stripe_operations to picket_system using (true) with check (true);
grant select, insert, update, delete on stripe_operations to picket_app, picket_system;
`;

const subscribers = `
alter table subscribers
  -- Stripe's own word for the subscription; null: never heard of one
  add column stripe_status text,
  add column cancel_at_period_end boolean not null default false,
  add column free_until timestamptz,
  add column free_granted_by uuid references users on delete set null,
  add column free_granted_at timestamptz,
  -- the first credit ever bought: from then on the dashboard is open for good
  add column credits_bought_at timestamptz,
  -- real time of the last asking, whatever came of it; the clock's time of the last answer
  add column stripe_asked_at timestamptz,
  add column stripe_settled_at timestamptz,
  add column last_reconciled_at timestamptz;
update subscribers set free_until = subscription_end where subscription_tier = 'free' and subscribed;
create unique index subscribers_customer on subscribers (stripe_customer_id) where stripe_customer_id is not null;
create index subscribers_reconciled on subscribers (last_reconciled_at nulls first) where stripe_customer_id is not null;
create index company_profiles_account on company_profiles (stripe_account_id) where stripe_account_id is not null;
`;

const ledger = `
alter table quota_ledger
  add column stripe_session_id text,
  drop constraint quota_ledger_kind_check,
  add constraint quota_ledger_kind_check check (kind in
    ('quote_used', 'credit_used', 'credit_bought', 'credit_refunded', 'credit_returned', 'granted'));
create unique index quota_credit_once on quota_ledger (stripe_session_id) where kind = 'credit_bought';
create index quota_ledger_session on quota_ledger (stripe_session_id) where stripe_session_id is not null;
`;

// an open dashboard hears of its plan, its credits, its payments and its account as it hears of leads
const live = `
create function tell_live_company() returns trigger language plpgsql as $$
declare changed jsonb := to_jsonb(new);
begin
  perform pg_notify('picket_live',
    json_build_object('companyId', coalesce(changed->>'company_id', changed->>'id'), 'leadId', null)::text);
  return null;
end $$;
create trigger subscribers_live after update on subscribers for each row
  when (row(old.subscribed, old.subscription_tier, old.subscription_end, old.usage_count, old.stripe_status,
            old.cancel_at_period_end, old.free_until, old.period_start)
    is distinct from row(new.subscribed, new.subscription_tier, new.subscription_end, new.usage_count, new.stripe_status,
            new.cancel_at_period_end, new.free_until, new.period_start))
  execute function tell_live_company();
create trigger stripe_operations_live after update on stripe_operations for each row
  when (old.status is distinct from new.status) execute function tell_live_company();
create trigger account_live after update on company_profiles for each row
  when (old.stripe_connected is distinct from new.stripe_connected) execute function tell_live_company();
`;
