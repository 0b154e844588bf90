import { type Kysely, sql } from 'kysely';

/** Messages: what is to leave, the thread with a person, opt-outs, and what keeps delivery right on bad days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [outbox, thread, optOuts, bounces, refusals, providers, tenancy])
    await sql.raw(statement).execute(db);
}

// a drain walks one channel of one company by (due_at, id) and never comes by the same row twice. With claimed_until in
// no index, and room in the pages, a claim is an update inside its page (HOT) that writes to none
const outbox = `
-- messages that leave because of a fact (an estimate sent, a lead received, an opt-out): written with the fact
create table outbox (
  id uuid primary key default uuidv7(),
  company_id uuid references company_profiles on delete cascade,
  lead_id uuid,
  kind text not null,
  channel text not null check (channel in ('sms', 'email')),
  to_address text not null,
  payload jsonb not null default '{}',
  dedupe_key text unique,
  due_at timestamptz not null,
  status text not null default 'scheduled' check (status in
    ('draft', 'scheduled', 'sending', 'sent', 'delivered', 'failed', 'cancelled', 'skipped', 'unknown')),
  attempts integer not null default 0,
  claimed_until timestamptz,
  sending_at timestamptz,
  provider_id text,
  sent_at timestamptz,
  reason text,
  created_at timestamptz not null,
  -- as in follow_up_messages
  first_due_at timestamptz,
  tried_later boolean not null default false
) with (fillfactor = 60);
create index outbox_waiting on outbox (company_id, channel, due_at, id) where status = 'scheduled';
create index outbox_sending on outbox (company_id, id) where status = 'sending';
-- what waits for its day at one lead or was not sent has no entry in messages, and is shown in the thread
create index outbox_lead on outbox (lead_id, due_at desc) where status in ('scheduled', 'skipped', 'cancelled', 'failed');
-- what the Admin Panel lists: newest first by the last try
create index outbox_failures on outbox ((coalesce(sending_at, due_at)) desc, id desc)
  where status in ('failed', 'unknown');
`;

const thread = `
-- the thread with a person: every text and mail, in and out, as it was sent
create table messages (
  id uuid primary key default uuidv7(),
  company_id uuid references company_profiles on delete cascade,
  lead_id uuid,
  direction text not null check (direction in ('in', 'out')),
  channel text not null check (channel in ('sms', 'email')),
  kind text not null,
  from_address text not null,
  to_address text not null,
  subject text,
  body text not null,
  status text not null check (status in
    ('sending', 'sent', 'delivered', 'failed', 'unknown', 'received')),
  provider_id text,
  error_code text,
  -- the row that caused it: follow_up_messages.id or outbox.id
  source_id uuid,
  automated boolean not null default true,
  at timestamptz not null,
  -- of a mail that came in: all of it where the body is only what was newly written, and what was attached, by name
  whole_text text,
  attachments text[] not null default '{}',
  -- words that may mean STOP (C8) wait for a person, in the thread and on the timeline alike
  unsure boolean not null default false,
  constraint messages_whole_is_inbound
    check (direction = 'in' or (whole_text is null and attachments = '{}')),
  constraint messages_unsure_check check (not unsure or direction = 'in')
) with (fillfactor = 60);
-- a text has one recipient, and its sid is its own; one mail may go to several contractors, or to several leads of one
create unique index messages_inbound_text_once on messages (provider_id) where direction = 'in' and channel = 'sms';
create unique index messages_inbound_mail_once on messages (provider_id, company_id, lead_id)
  where direction = 'in' and channel = 'email';
create index messages_provider on messages (provider_id) where provider_id is not null;
create index messages_source on messages (source_id) where source_id is not null;
create index messages_lead on messages (lead_id, at desc);
create index messages_recipient on messages (company_id, to_address, at) where direction = 'out';
create index messages_last_sender on messages (to_address, at desc) where direction = 'out' and channel = 'sms';
-- texts whose end is not known yet: what the nightly run asks Twilio about. An index whose condition names the status
-- is written to at every change of it, for mails too
create index messages_undecided on messages (at) where direction = 'out' and channel = 'sms';
-- who waits for a decision about their words (C8) is asked for before anything automated begins; few ever do
create index messages_unsure on messages (company_id, lead_id) where unsure;
`;

const optOuts = `
-- a suppression. company_id null: everyone who texts from the shared number \`sender\`
create table opt_outs (
  id uuid primary key default uuidv7(),
  company_id uuid references company_profiles on delete cascade,
  channel text not null check (channel in ('sms', 'email')),
  address text not null,
  sender text,
  source text not null check (source in
    ('reply', 'carrier', 'unsubscribe', 'bounce', 'complaint', 'contractor', 'soft_bounces')),
  words text,
  created_at timestamptz not null,
  lifted_at timestamptz,
  check (company_id is not null or sender is not null)
);
-- a person's wish, a dead mailbox, a complaint and a pause stand side by side: lifting the one leaves the others
create unique index opt_outs_live on opt_outs (company_id, channel, address, sender,
    (case when source in ('bounce', 'complaint', 'soft_bounces') then source else 'wish' end))
  nulls not distinct where lifted_at is null;
create index opt_outs_address on opt_outs (address, channel) where lifted_at is null;
`;

const bounces = `
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
  -- the message of the last failure that counted: one message that always fails is no provider that is down
  failed_for text,
  constraint provider_states_open check ((opened_at is null) = (open_until is null)
    and (opened_at is null) = (cause is null) and (opened_at is not null or (probe_until is null and alerted_at is null)))
);
insert into provider_states (provider) values ('twilio'), ('smtp');
`;

const tenancy = `
do $$
declare tenant text;
begin
  foreach tenant in array array['outbox', 'messages', 'opt_outs', 'mail_bounces', 'stopped_templates'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
    execute format('grant select, insert, update, delete on %I to picket_app, picket_system', tenant);
  end loop;
end $$;
-- an opt-out from a shared number binds every company
create policy shared_sender on opt_outs for select to picket_app
  using (company_id is null and nullif(current_setting('app.company_id', true), '') is not null);
grant select, insert, update, delete on provider_states to picket_system;
-- whether a provider is up is no tenant's secret
grant select on provider_states to picket_app;
`;
