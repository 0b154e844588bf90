import { type Kysely, sql } from 'kysely';

/** What was said with a lead and not yet read, and mails that come in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [unread, thread]) await sql.raw(statement).execute(db);
}

// archived leads count too: what somebody writes to one must not stay unseen
const unread = `
alter table leads add column unread_count integer not null default 0,
  add constraint leads_unread_count check (unread_count >= 0);
create index leads_unread on leads (company_id, created_at desc, id desc) include (unread_count) where unread_count > 0;
`;

const thread = `
-- of a mail that came in: all of it where the body is only what was newly written, and what was attached, by name
alter table messages add column whole_text text, add column attachments text[] not null default '{}';
alter table messages add constraint messages_whole_is_inbound
  check (direction = 'in' or (whole_text is null and attachments = '{}'));

-- what waits or was not sent has no entry in messages, and is shown in the thread
create index outbox_lead on outbox (lead_id, due_at desc) where status in ('scheduled', 'skipped', 'cancelled', 'failed');
`;
