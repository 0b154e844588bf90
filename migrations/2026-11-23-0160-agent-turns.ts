import { type Kysely, sql } from 'kysely';

const turns = `
alter table agent_conversations
  -- only the widget's conversations begin with a ticket
  alter column ticket_id drop not null,
  add column channel text not null default 'widget' check (channel in ('widget', 'estimate_page', 'sms', 'email'));

alter table agent_messages
  -- a homeowner's message is written before it is answered
  add column status text not null default 'answered' check (status in ('asked', 'answered')),
  -- the sender's own id of the message, so that a repeated one gets the same answer
  add column client_id uuid,
  -- of a homeowner's message: its answer; null if a member answers
  add column answer_id uuid references agent_messages (id) on delete set null,
  -- of an answer: what came with its words, and the last message that it answers
  add column outcome jsonb,
  add constraint agent_messages_asks check (author = 'homeowner' or status = 'answered');
create unique index agent_messages_client on agent_messages (conversation_id, client_id) where client_id is not null;
create index agent_messages_asked on agent_messages (company_id, conversation_id) where status = 'asked';
create index agent_messages_answer on agent_messages (answer_id) where answer_id is not null;
`;

/** Stores messages before they are answered, in every channel. */
export const up = (db: Kysely<unknown>): Promise<unknown> => sql.raw(turns).execute(db);
