import { type Kysely, sql } from 'kysely';

/**
 * Makes a message one row. The table `outbox` and its copies in `messages` become one table `messages`: what came in,
 * and what goes out, from when it's planned. An outgoing message gets its words when it's sent. `message_attempts` has
 * the tries before a message's current one, such as a text that wasn't delivered and is sent once more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [old, table, indexes, attempts, moved, access, moves, reports, views, offers])
    await sql.raw(part).execute(db);
}

// The owner of the tables is subject to row-level security too.
const old = `
alter table messages no force row level security;
alter table outbox no force row level security;
create temporary table old_messages on commit drop as table messages;
create temporary table old_outbox on commit drop as table outbox;
drop view follow_up_messages;
alter table agent_replies drop constraint agent_replies_message_id_fkey;
drop table messages, outbox;
`;

const table = `
create table messages (
  id uuid primary key default uuidv7(),
  company_id uuid references company_profiles on delete cascade,
  lead_id uuid,
  direction text not null default 'out' check (direction in ('in', 'out')),
  channel text not null check (channel in ('sms', 'email')),
  kind text not null,
  status text not null default 'scheduled' check (status in ('draft', 'scheduled', 'sending', 'sent', 'delivered',
    'failed', 'cancelled', 'skipped', 'unknown', 'received')),
  created_at timestamptz not null default now(),
  -- when it came in, or when it was last handed to its provider; null while nothing of it has left
  at timestamptz,
  due_at timestamptz,
  first_due_at timestamptz,
  sending_at timestamptz,
  sent_at timestamptz,
  claimed_until timestamptz,
  -- the lease of the current try, which identifies it even after the lease has ended
  try_lease timestamptz,
  attempts integer not null default 0,
  tried_later boolean not null default false,
  automated boolean not null default true,
  unsure boolean not null default false,
  from_address text,
  to_address text not null,
  subject text,
  body text,
  provider_id text,
  error_code text,
  reason text,
  payload jsonb not null default '{}',
  dedupe_key text,
  schedule_id uuid,
  step integer check (step between 1 and 5),
  day integer check (day >= 1),
  -- the contractor's words with tags; the words that were sent are the body
  template text,
  offer jsonb check (offer is null or is_offer(offer)),
  whole_text text,
  attachments text[] not null default '{}',
  foreign key (company_id, schedule_id) references follow_up_schedules (company_id, id),
  constraint messages_received check ((direction = 'in') = (status = 'received')),
  constraint messages_incoming check (case when direction = 'in' then at is not null and body is not null
    else not unsure and whole_text is null and attachments = '{}' end),
  -- a step is sent to the address that its lead has then
  constraint messages_mail_has_address check (channel <> 'email' or to_address <> '' or schedule_id is not null),
  constraint messages_time check (coalesce(at, due_at) is not null
    or (schedule_id is not null and status in ('draft', 'cancelled', 'skipped'))),
  -- a follow-up without a schedule was sent by a schedule that has since been started again
  constraint messages_step check (case
    when schedule_id is not null then num_nulls(company_id, lead_id, step, day, template) = 0 and kind = 'follow-up'
    when kind = 'follow-up' then at is not null and status not in ('draft', 'scheduled')
    else num_nonnulls(step, day, template, offer) = 0 end)
)
-- a claim is an update inside its page (HOT): claimed_until is in no index, and the pages have room for it
with (fillfactor = 50);
`;

// Steps wait behind everything else of their channel (claim.ts), so each claim and each count reads two ranges.
const indexes = `
create index messages_waiting on messages (company_id, channel, (schedule_id is not null), due_at, id)
  where status = 'scheduled';
create index messages_sending on messages (company_id, id) where status = 'sending';
create index messages_failures on messages (coalesce(sending_at, due_at) desc, id desc)
  where status in ('failed', 'unknown');
create index messages_by_sent on messages using brin (sent_at) with (autosummarize = on);
create unique index messages_dedupe on messages (dedupe_key) where dedupe_key is not null;
create unique index messages_step_once on messages (schedule_id, step, channel) where schedule_id is not null;
create index messages_lead on messages (lead_id, coalesce(at, due_at) desc) where lead_id is not null;
create index messages_provider on messages (provider_id) where provider_id is not null;
create index messages_recipient on messages (company_id, to_address, at) where direction = 'out' and at is not null;
create index messages_last_sender on messages (to_address, at desc)
  where direction = 'out' and channel = 'sms' and at is not null;
create index messages_undecided on messages (at)
  where direction = 'out' and channel = 'sms' and status in ('sent', 'unknown');
create index messages_unsure on messages (company_id, lead_id) where unsure;
create unique index messages_inbound_text_once on messages (provider_id) where direction = 'in' and channel = 'sms';
create unique index messages_inbound_mail_once on messages (provider_id, company_id, lead_id)
  where direction = 'in' and channel = 'email';
`;

const attempts = `
create table message_attempts (
  id uuid primary key default uuidv7(),
  message_id uuid not null references messages on delete cascade,
  company_id uuid references company_profiles on delete cascade,
  at timestamptz not null,
  to_address text not null,
  status text not null check (status in ('failed', 'unknown')),
  subject text,
  body text,
  provider_id text,
  error_code text
);
create index message_attempts_message on message_attempts (message_id);
create index message_attempts_recipient on message_attempts (to_address);
create index message_attempts_provider on message_attempts (provider_id) where provider_id is not null;

create function keep_attempt() returns trigger language plpgsql as $$
begin
  insert into message_attempts (message_id, company_id, at, to_address, status, subject, body, provider_id, error_code)
    values (old.id, old.company_id, old.at, old.to_address, old.status, old.subject, old.body, old.provider_id,
      old.error_code);
  return null;
end $$;
`;

const moved = `
insert into messages (id, company_id, lead_id, kind, channel, to_address, payload, dedupe_key, due_at, status, attempts,
  claimed_until, sending_at, provider_id, sent_at, reason, created_at, first_due_at, tried_later, schedule_id, step, day,
  template, offer, automated, at, from_address, subject, body, error_code)
select o.id, o.company_id, o.lead_id, o.kind, o.channel, coalesce(m.to_address, o.to_address), o.payload, o.dedupe_key,
  o.due_at, o.status, o.attempts, o.claimed_until, o.sending_at, coalesce(o.provider_id, m.provider_id), o.sent_at,
  o.reason, o.created_at, o.first_due_at, o.tried_later, o.schedule_id, o.step, o.day, o.template, o.offer,
  o.kind <> 'message.typed', m.at, m.from_address, m.subject, m.body, m.error_code
from old_outbox o left join lateral (select * from old_messages m where m.source_id = o.id and m.direction = 'out'
  and o.status not in ('draft', 'scheduled', 'skipped') order by m.at desc, m.id desc limit 1) m on true;
insert into messages (id, company_id, lead_id, direction, kind, channel, from_address, to_address, subject, body, status,
  provider_id, error_code, automated, at, created_at, whole_text, attachments, unsure)
select id, company_id, lead_id, direction, kind, channel, from_address, to_address, subject, body, status, provider_id,
  error_code, automated, at, at, whole_text, attachments, unsure
from old_messages m where not exists (select from old_outbox o where o.id = m.source_id);
insert into message_attempts (message_id, company_id, at, to_address, status, subject, body, provider_id, error_code)
select m.source_id, m.company_id, m.at, m.to_address,
  case m.status when 'failed' then 'failed' else 'unknown' end, m.subject, m.body, m.provider_id, m.error_code
from old_messages m join messages now on now.id = m.source_id
where m.direction = 'out' and now.at is distinct from m.at;
alter table agent_replies add constraint agent_replies_message_id_fkey
  foreign key (message_id) references messages on delete cascade;
`;

const tenant = (name: string, ofSales: string): string => `
alter table ${name} enable row level security;
alter table ${name} force row level security;
create policy tenant on ${name} to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy nobody on ${name} to picket_app
  using (company_id is null and current_setting('app.company_id', true) = '00000000-0000-0000-0000-000000000000');
create policy crossing on ${name} to picket_system using (true) with check (true);
create policy own_leads on ${name} as restrictive to picket_sales using (${ofSales});
grant select, insert, update, delete on ${name} to picket_app, picket_system;
`;

// An incoming text that matches no lead isn't shown to salespeople.
const access = `
${tenant(
  'messages',
  `(lead_id is null and direction = 'out') or exists (select from leads where leads.id = messages.lead_id)`,
)}
${tenant('message_attempts', `exists (select from messages where messages.id = message_attempts.message_id)`)}
create trigger messages_moves before update on messages for each row
  when (old.status <> new.status and not is_message_move(old.status, new.status)
    and current_user in ('picket_app', 'picket_sales'))
  execute function refuse_message_move();
create trigger messages_take_lead after insert on messages for each row
  when (current_user = 'picket_sales' and new.lead_id is not null) execute function take_lead_of_row();
-- a message that may have arrived or that a provider knows is to be sent again
create trigger messages_again after update on messages for each row
  when (new.status = 'scheduled' and old.status in ('failed', 'unknown') and old.at is not null)
  execute function keep_attempt();
`;

// A text that wasn't delivered fails before it's sent once more.
const moves = `
create or replace function is_message_move(before text, after text) returns boolean language sql immutable parallel safe as $$
  select case before
    when 'draft' then after in ('scheduled', 'cancelled')
    when 'scheduled' then after in ('scheduled', 'sending', 'sent', 'failed', 'skipped', 'cancelled')
    when 'sending' then after in ('sending', 'scheduled', 'sent', 'delivered', 'failed', 'skipped', 'unknown')
    when 'sent' then after in ('delivered', 'failed')
    when 'delivered' then after in ('failed')
    when 'failed' then after in ('scheduled')
    when 'cancelled' then after in ('scheduled')
    when 'unknown' then after in ('sending', 'scheduled', 'sent', 'delivered', 'failed', 'cancelled')
    else false end
$$;
`;

const SAID = (row: string): string => `(${row}.direction = 'in' or ${row}.kind in ('message.typed', 'mail.own'))`;
const STEP_SENT = (row: string): string => `${row}.kind = 'follow-up' and ${row}.status in ('sent', 'delivered')`;

const reports = `
drop function mark_leads_of_follow_ups();
create trigger messages_report_insert after insert on messages for each row
  when (${SAID('new')} or ${STEP_SENT('new')}) execute function mark_lead_of();
create trigger messages_report_delete after delete on messages for each row
  when (${SAID('old')} or ${STEP_SENT('old')}) execute function mark_lead_of();
create trigger messages_report_update after update on messages for each row
  when (${SAID('new')} and (old.lead_id, old.status, old.at, old.automated) is distinct from
    (new.lead_id, new.status, new.at, new.automated)) execute function mark_lead_of();
create function mark_leads_of_follow_ups() returns trigger language plpgsql as $$
begin
  insert into report_marks (company_id, lead)
  select after.company_id, lead from old_rows before join new_rows after using (id)
  cross join lateral unnest(case when before.lead_id = after.lead_id then array[after.lead_id]
    else array[before.lead_id, after.lead_id] end) lead
  where after.kind = 'follow-up'
    and (before.lead_id, before.schedule_id, before.status in ('sent', 'delivered'), before.sent_at)
      is distinct from (after.lead_id, after.schedule_id, after.status in ('sent', 'delivered'), after.sent_at);
  return null;
end $$;
create trigger steps_report_update after update on messages referencing old table as old_rows new table as new_rows
  for each statement execute function mark_leads_of_follow_ups();
`;

const views = `
create view follow_up_messages with (security_invoker = true) as
  select id, company_id, lead_id, schedule_id, step, day, channel, template as body, due_at, status, attempts,
    claimed_until, sending_at, provider_id, sent_at, reason, first_due_at, tried_later, offer, kind, to_address, created_at
  from messages where schedule_id is not null with check option;
alter view follow_up_messages
  alter column kind set default 'follow-up',
  alter column to_address set default '',
  alter column created_at set default now();
grant select, insert, update, delete on follow_up_messages to picket_app, picket_system;

-- every text that reached its number or may have reached it, including tries before a message's current one
create view texts_sent with (security_invoker = true) as
  select id as message_id, company_id, lead_id, schedule_id, kind, automated, to_address, at
  from messages where direction = 'out' and channel = 'sms' and at is not null and status <> 'failed'
  union all
  select m.id, m.company_id, m.lead_id, m.schedule_id, m.kind, m.automated, a.to_address, a.at
  from message_attempts a join messages m on m.id = a.message_id
  where m.channel = 'sms' and a.status <> 'failed';
grant select on texts_sent to picket_app, picket_system;
`;

const offers = `
create or replace function live_offers(lead uuid, estimate uuid, at timestamp with time zone)
  returns table(percent numeric, amount_cents bigint, days integer, ends_on date) language sql stable as $$
  select told.percent, told.amount_cents, told.days, told.ends_on from estimate_offers told
  where told.lead_id = lead and told.starts_at <= live_offers.at and told.ends_at > live_offers.at
    and exists (select from messages m where m.id = told.source_id and m.status <> 'failed'
      and (m.at is not null or exists (select from message_attempts a where a.message_id = m.id and a.status <> 'failed')))
  union all
  select (e.offer ->> 'percent')::numeric, (e.offer ->> 'amountCents')::bigint, (e.offer ->> 'days')::integer, e.offer_ends_on
  from estimates e where e.id = estimate and e.offer is not null and e.offer_ends_at > live_offers.at
$$;
`;
