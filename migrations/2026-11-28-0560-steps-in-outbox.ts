import { type Kysely, sql } from 'kysely';

/**
 * Moves the follow-ups' messages into the outbox, so that every outgoing message is a row of one table. A row with a
 * `schedule_id` is a step of that schedule. `follow_up_messages` remains as a view of the steps. It's a plain view of
 * one table, so Postgres itself turns writes to it into writes to the outbox: with row locks, rechecked conditions, and
 * the policies of whoever asks (`security_invoker`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [columns, constraints, moved, indexes, reports, view]) await sql.raw(part).execute(db);
}

const columns = `
alter table outbox
  alter column due_at drop not null,
  add column schedule_id uuid,
  add column step integer check (step between 1 and 5),
  add column day integer check (day >= 1),
  -- the contractor's words with tags; the thread has the words that were sent
  add column template text,
  add column offer jsonb check (offer is null or is_offer(offer)),
  drop constraint outbox_mail_has_address;
-- a claim is an update inside its page (HOT): claimed_until is in no index, and the pages have room for it
alter table outbox set (fillfactor = 50);
`;

const constraints = `
alter table outbox
  -- a step is sent to the address that its lead has then
  add constraint outbox_mail_has_address check (channel <> 'email' or to_address <> '' or schedule_id is not null),
  add constraint outbox_due check (due_at is not null
    or (schedule_id is not null and status in ('draft', 'cancelled', 'skipped'))),
  add constraint outbox_step check (case when schedule_id is null then num_nonnulls(step, day, template, offer) = 0
    and kind <> 'follow-up' else num_nulls(company_id, lead_id, step, day, template) = 0 and kind = 'follow-up' end),
  add constraint outbox_schedule_fkey foreign key (company_id, schedule_id)
    references follow_up_schedules (company_id, id);
`;

// The owner of the tables is subject to row-level security too.
const moved = `
set local role picket_system;
insert into outbox (id, company_id, lead_id, kind, channel, to_address, due_at, status, attempts, claimed_until, sending_at,
  provider_id, sent_at, reason, created_at, first_due_at, tried_later, schedule_id, step, day, template, offer)
select m.id, m.company_id, m.lead_id, 'follow-up', m.channel, '', m.due_at, m.status, m.attempts, m.claimed_until,
  m.sending_at, m.provider_id, m.sent_at, m.reason, coalesce(s.activated_at, s.created_at), m.first_due_at, m.tried_later,
  m.schedule_id, m.step, m.day, m.body, m.offer
from follow_up_messages m join follow_up_schedules s on s.id = m.schedule_id;
reset role;
drop table follow_up_messages;
`;

// Steps wait behind everything else of their channel (claim.ts), so each claim and each count reads two ranges.
const indexes = `
drop index outbox_waiting;
create index outbox_waiting on outbox (company_id, channel, (schedule_id is not null), due_at, id)
  where status = 'scheduled';
create unique index outbox_step_once on outbox (schedule_id, step, channel) where schedule_id is not null;
create index outbox_steps_of_lead on outbox (lead_id) where schedule_id is not null;
`;

const reports = `
create or replace function mark_leads_of_follow_ups() returns trigger language plpgsql as $$
begin
  insert into report_marks (company_id, lead)
  select after.company_id, lead from old_rows before join new_rows after using (id)
  cross join lateral unnest(case when before.lead_id = after.lead_id then array[after.lead_id]
    else array[before.lead_id, after.lead_id] end) lead
  where after.schedule_id is not null and (before.lead_id, before.status in ('sent', 'delivered'), before.sent_at)
    is distinct from (after.lead_id, after.status in ('sent', 'delivered'), after.sent_at);
  return null;
end $$;
create trigger steps_report_insert after insert on outbox for each row
  when (new.schedule_id is not null and new.status in ('sent', 'delivered')) execute function mark_lead_of();
create trigger steps_report_update after update on outbox referencing old table as old_rows new table as new_rows
  for each statement execute function mark_leads_of_follow_ups();
create trigger steps_report_delete after delete on outbox for each row
  when (old.schedule_id is not null and old.status in ('sent', 'delivered')) execute function mark_lead_of();
`;

const view = `
create view follow_up_messages with (security_invoker = true) as
  select id, company_id, lead_id, schedule_id, step, day, channel, template as body, due_at, status, attempts,
    claimed_until, sending_at, provider_id, sent_at, reason, first_due_at, tried_later, offer, kind, to_address, created_at
  from outbox where schedule_id is not null with check option;
alter view follow_up_messages
  alter column kind set default 'follow-up',
  alter column to_address set default '',
  alter column created_at set default now();
grant select, insert, update, delete on follow_up_messages to picket_app, picket_system;
`;
