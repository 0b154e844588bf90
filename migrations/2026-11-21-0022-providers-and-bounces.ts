import { type Kysely, sql } from 'kysely';

/**
 * What keeps a worker that nobody watches right on providers' bad days: each provider's breaker, mail that comes
 * back (C26), templates and companies that carriers refuse (T9), nightly runs, and the counters behind /metrics.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [bounces, refusals, providers, upkeep, tenancy]) await sql.raw(statement).execute(db);
}

const bounces = `
alter table opt_outs
  drop constraint opt_outs_source_check,
  add constraint opt_outs_source_check check (source in
    ('reply', 'carrier', 'unsubscribe', 'bounce', 'complaint', 'contractor', 'soft_bounces'));
-- a person's wish, a dead mailbox, a complaint and a pause stand side by side: lifting the one leaves the others
drop index opt_outs_live;
create unique index opt_outs_live on opt_outs (company_id, channel, address, sender,
    (case when source in ('bounce', 'complaint', 'soft_bounces') then source else 'wish' end))
  nulls not distinct where lifted_at is null;

-- mails that came back, for the three in 72 hours (C26)
create table mail_bounces (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  address text not null check (address = lower(address)),
  kind text not null check (kind in ('hard', 'soft', 'complaint')),
  -- the receiving server's status, such as '4.2.2'
  code text,
  -- the row that caused the mail: however often it is tried, it bounces once
  source_id uuid,
  at timestamptz not null
);
create unique index mail_bounces_once on mail_bounces (company_id, address, kind, source_id) where source_id is not null;
create index mail_bounces_recent on mail_bounces (company_id, address, at);
`;

const refusals = `
-- templates that carriers filter (T9, 30007), by the SHA-256 of their text: an edited one is another
create table stopped_templates (
  company_id uuid not null references company_profiles on delete cascade,
  template_hash text not null,
  code text not null,
  at timestamptz not null,
  primary key (company_id, template_hash)
);
-- carriers refuse the company's texts (T9, 30034): nothing goes out until an admin has seen to the registration
alter table company_profiles add column sms_paused_at timestamptz, add column sms_pause_code text,
  add constraint company_profiles_sms_pause check ((sms_paused_at is null) = (sms_pause_code is null));
create index company_profiles_sms_paused on company_profiles (id) where sms_paused_at is not null;
`;

// real time throughout: providers know nothing of the business clock
const providers = `
create table provider_states (
  provider text primary key check (provider in ('twilio', 'smtp')),
  -- in a row, since the last answer that showed it well
  failures integer not null default 0 check (failures >= 0),
  -- null: it is well, and everything goes out
  opened_at timestamptz,
  -- until then nothing is asked of it; after that one message may try
  open_until timestamptz,
  -- tries in a row that found it still down: what the pause grows by
  pauses integer not null default 0 check (pauses >= 0),
  cause text check (cause in ('failing', 'account')),
  -- of the last failure, the provider's own
  code text,
  -- who tries holds it until then
  probe_until timestamptz,
  alerted_at timestamptz,
  -- ever
  openings bigint not null default 0,
  constraint provider_states_open check ((opened_at is null) = (open_until is null)
    and (opened_at is null) = (cause is null) and (opened_at is not null or (probe_until is null and alerted_at is null)))
);
insert into provider_states (provider) values ('twilio'), ('smtp');
`;

const upkeep = `
-- work that is done once a night by whichever worker comes first; business time, save the lease
create table nightly_runs (
  job text not null,
  night timestamptz not null,
  claimed_until timestamptz,
  finished_at timestamptz,
  result jsonb,
  primary key (job, night)
);
-- texts whose end is not known yet: what the nightly run asks Twilio about
create index messages_undecided on messages (at)
  where direction = 'out' and channel = 'sms' and status in ('sent', 'unknown');

-- totals since ever, added to by every worker
create table counters (
  name text not null,
  labels text not null,
  value double precision not null default 0,
  primary key (name, labels)
);
create table worker_heartbeats (
  worker_id uuid primary key,
  started_at timestamptz not null,
  swept_at timestamptz not null
);
`;

const tenancy = `
do $$
declare tenant text;
begin
  foreach tenant in array array['mail_bounces', 'stopped_templates'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
  end loop;
end $$;
grant select, insert, update, delete on mail_bounces, stopped_templates to picket_app, picket_system;
grant select, insert, update, delete on provider_states, nightly_runs, counters, worker_heartbeats to picket_system;
-- whether a provider is up is no tenant's secret
grant select on provider_states to picket_app;
`;
