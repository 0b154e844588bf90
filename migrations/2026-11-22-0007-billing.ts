import { type Kysely, sql } from 'kysely';

/**
 * Billing: what a company has bought and used, what Stripe told us and what we asked of it, and credits that know the
 * checkout they came from.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [subscribers, ledger, events, operations, tenancy, live])
    await sql.raw(statement).execute(db);
}

const subscribers = `
create table subscribers (
  company_id uuid primary key references company_profiles on delete cascade,
  email text not null,
  subscribed boolean not null default false,
  subscription_tier text not null default 'starter'
    check (subscription_tier in ('pay_as_you_go', 'starter', 'pro', 'free')),
  subscription_end timestamptz,
  period_start timestamptz,
  stripe_customer_id text,
  stripe_subscription_id text,
  usage_count integer not null default 0 check (usage_count >= 0),
  -- Stripe's own word for the subscription; null: never heard of one
  stripe_status text,
  cancel_at_period_end boolean not null default false,
  free_until timestamptz,
  free_granted_by uuid references users on delete set null,
  free_granted_at timestamptz,
  -- the first credit ever bought and not taken back: from then on the dashboard is open for good
  credits_bought_at timestamptz,
  -- real time of the last asking, whatever came of it; the clock's time of the last answer
  stripe_asked_at timestamptz,
  stripe_settled_at timestamptz,
  last_reconciled_at timestamptz,
  constraint subscribers_email_unique unique (email)
);
create unique index subscribers_customer on subscribers (stripe_customer_id) where stripe_customer_id is not null;
create index subscribers_reconciled on subscribers (last_reconciled_at nulls first) where stripe_customer_id is not null;
`;

const ledger = `
-- every change of what a company may send; one quote at most for one lead
create table quota_ledger (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  lead_id uuid,
  kind text not null check (kind in
    ('quote_used', 'credit_used', 'credit_bought', 'credit_refunded', 'credit_returned', 'granted')),
  delta integer not null,
  period_start timestamptz,
  reason text not null default '',
  at timestamptz not null,
  stripe_session_id text,
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create unique index quota_once_per_lead on quota_ledger (company_id, lead_id) where kind in ('quote_used', 'credit_used');
create index quota_ledger_period on quota_ledger (company_id, at);
create unique index quota_credit_once on quota_ledger (stripe_session_id) where kind = 'credit_bought';
create index quota_ledger_session on quota_ledger (stripe_session_id) where stripe_session_id is not null;
`;

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
create index stripe_events_failed on stripe_events (received_at desc, id desc)
  where error is not null and processed_at is null;
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
`;

const tenancy = `
do $$
declare tenant text;
begin
  foreach tenant in array array['subscribers', 'quota_ledger', 'stripe_operations'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
    execute format('grant select, insert, update, delete on %I to picket_app, picket_system', tenant);
  end loop;
end $$;
`;

const live = `
create trigger subscribers_live after update on subscribers for each row
  when (row(old.subscribed, old.subscription_tier, old.subscription_end, old.usage_count, old.stripe_status,
            old.cancel_at_period_end, old.free_until, old.period_start)
    is distinct from row(new.subscribed, new.subscription_tier, new.subscription_end, new.usage_count, new.stripe_status,
            new.cancel_at_period_end, new.free_until, new.period_start))
  execute function tell_live_company();
create trigger stripe_operations_live after update on stripe_operations for each row
  when (old.status is distinct from new.status) execute function tell_live_company();
`;
