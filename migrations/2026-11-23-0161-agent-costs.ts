import { type Kysely, sql } from 'kysely';

const costs = `
create table agent_costs (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles (id) on delete cascade,
  conversation_id uuid,
  model text not null,
  -- 'open' while the model speaks: cost_micros is then the most that it can cost
  status text not null default 'open' check (status in ('open', 'used', 'discarded', 'failed')),
  reason text,
  input_tokens integer not null default 0 check (input_tokens >= 0),
  output_tokens integer not null default 0 check (output_tokens >= 0),
  -- millionths of a US dollar
  cost_micros bigint not null check (cost_micros >= 0),
  at timestamptz not null,
  foreign key (company_id, conversation_id) references agent_conversations (company_id, id)
    on delete set null (conversation_id)
);
create index agent_costs_company on agent_costs (company_id, at);
create index agent_costs_conversation on agent_costs (company_id, conversation_id);
create index agent_costs_at on agent_costs (at);
alter table agent_costs enable row level security;
alter table agent_costs force row level security;
create policy tenant on agent_costs to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on agent_costs to picket_system using (true) with check (true);
grant select, insert, update, delete on agent_costs to picket_app, picket_system;
-- as for conversations: the role sales sees its own and unassigned leads'
create policy own_leads on agent_costs as restrictive to picket_sales
  using (conversation_id is null
    or exists (select from agent_conversations where agent_conversations.id = agent_costs.conversation_id));
`;

/** Adds the cost of each answer that a model wrote, for the companies' budgets and the admin panel. */
export const up = (db: Kysely<unknown>): Promise<unknown> => sql.raw(costs).execute(db);
