import { type Kysely, sql } from 'kysely';

const tables = `
create table agent_settings (
  company_id uuid primary key references company_profiles (id) on delete cascade,
  widget boolean not null default true,
  estimate_page boolean not null default true,
  sms text not null default 'draft' check (sms in ('off', 'draft', 'auto')),
  email text not null default 'off' check (email in ('off', 'draft', 'auto')),
  hours text not null default 'always' check (hours in ('always', 'closed')),
  tone text not null default '' check (char_length(tone) <= 300),
  forbidden_topics text not null default '' check (char_length(forbidden_topics) <= 1000),
  monthly_budget_cents integer not null default 2000 check (monthly_budget_cents between 0 and 1000000)
);

create table agent_facts (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles (id) on delete cascade,
  question text not null check (char_length(question) between 1 and 300),
  answer text not null check (char_length(answer) between 1 and 2000),
  created_at timestamptz not null
);
create index agent_facts_company on agent_facts (company_id);

create table agent_conversations (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles (id) on delete cascade,
  -- moves with a lead that is merged; a deleted lead leaves the conversation
  lead_id uuid,
  ticket_id uuid not null,
  state jsonb not null,
  messages integer not null default 0,
  handed_over_at timestamptz,
  taken_over_at timestamptz,
  created_at timestamptz not null,
  unique (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete set null (lead_id)
);
create index agent_conversations_lead on agent_conversations (company_id, lead_id) where lead_id is not null;
create index agent_conversations_ticket on agent_conversations (ticket_id);

create table agent_messages (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  conversation_id uuid not null,
  author text not null check (author in ('homeowner', 'agent')),
  body text not null check (char_length(body) between 1 and 8000),
  at timestamptz not null,
  foreign key (company_id, conversation_id) references agent_conversations (company_id, id) on delete cascade
);
create index agent_messages_conversation on agent_messages (company_id, conversation_id, id);

create table agent_unanswered (
  id uuid primary key default uuidv7(),
  company_id uuid not null,
  conversation_id uuid not null,
  question text not null check (char_length(question) between 1 and 2000),
  at timestamptz not null,
  foreign key (company_id, conversation_id) references agent_conversations (company_id, id) on delete cascade
);
create index agent_unanswered_company on agent_unanswered (company_id, at);
`;

const rights = `
do $$
declare tenant text;
begin
  foreach tenant in array
    array['agent_settings', 'agent_facts', 'agent_conversations', 'agent_messages', 'agent_unanswered'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
    execute format('grant select, insert, update, delete on %I to picket_app, picket_system', tenant);
  end loop;
end $$;
-- as for other parts of a lead: the role sales sees its own and unassigned leads'
create policy own_leads on agent_conversations as restrictive to picket_sales
  using (lead_id is null or exists (select from leads where leads.id = agent_conversations.lead_id));
create policy own_leads on agent_messages as restrictive to picket_sales
  using (exists (select from agent_conversations where agent_conversations.id = agent_messages.conversation_id));
create policy own_leads on agent_unanswered as restrictive to picket_sales
  using (exists (select from agent_conversations where agent_conversations.id = agent_unanswered.conversation_id));
`;

/** Adds the sales agent: its settings, the company's facts, and its conversations with homeowners. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [tables, rights]) await sql.raw(part).execute(db);
}
