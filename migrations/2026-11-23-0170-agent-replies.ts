import { type Kysely, sql } from 'kysely';

const replies = `
-- when the company is open, for an agent that answers only while it is closed
alter table agent_settings add column open_hours jsonb not null default '[]';

-- a homeowner's text or email that the agent may answer
create table agent_replies (
  -- the homeowner's message; of several in a row, the last one's row has the answer
  message_id uuid primary key references messages (id) on delete cascade,
  company_id uuid not null references company_profiles (id) on delete cascade,
  lead_id uuid not null,
  channel text not null check (channel in ('sms', 'email')),
  status text not null default 'waiting'
    check (status in ('waiting', 'joined', 'draft', 'queued', 'sent', 'discarded', 'dropped')),
  answer text check (char_length(answer) between 1 and 8000),
  -- nobody answers before this, so that two messages in a row get one answer
  due_at timestamptz not null,
  created_at timestamptz not null,
  check ((answer is null) or status in ('draft', 'queued', 'sent', 'discarded', 'dropped')),
  check ((answer is not null) or status in ('waiting', 'joined', 'dropped')),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create unique index agent_replies_draft on agent_replies (lead_id) where status = 'draft';
create index agent_replies_due on agent_replies (due_at) where status = 'waiting';
create index agent_replies_lead on agent_replies (company_id, lead_id);
alter table agent_replies enable row level security;
alter table agent_replies force row level security;
create policy tenant on agent_replies to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on agent_replies to picket_system using (true) with check (true);
grant select, insert, update, delete on agent_replies to picket_app, picket_system;
-- as for other parts of a lead: the role sales sees its own and unassigned leads'
create policy own_leads on agent_replies as restrictive to picket_sales
  using (exists (select from leads where leads.id = agent_replies.lead_id));
`;

/** Adds the agent's answers to texts and emails, with drafts for the contractor, and the company's opening hours. */
export const up = (db: Kysely<unknown>): Promise<unknown> => sql.raw(replies).execute(db);
