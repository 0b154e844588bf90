import { type Kysely, sql } from 'kysely';

/**
 * Held leads are in no list but Review, and a flood of them must not slow the others: each list's index holds only the
 * leads that the list may show.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(recipients).execute(db);
  await sql.raw(lists).execute(db);
}

// when a lead counted as a new recipient of its company's budget; null: it has not yet
const recipients = `alter table leads add column if not exists counted_as_recipient_at timestamptz;`;

const lists = `
drop index leads_newest;
create index leads_newest on leads (company_id, created_at desc, id desc)
  where archived_at is null and held_at is null;
drop index leads_archived;
create index leads_archived on leads (company_id, created_at desc, id desc)
  where archived_at is not null and held_at is null;
drop index leads_by_status;
create index leads_by_status on leads (company_id, status, created_at desc, id desc) include (quote_cents)
  where archived_at is null and held_at is null and outcome is distinct from 'lost';
drop index leads_awaiting;
create index leads_awaiting on leads (company_id, awaits_since desc)
  where awaits_answer is not null and archived_at is null and held_at is null;
drop index leads_by_name;
create index leads_by_name on leads (company_id, name_key, id) where held_at is null;
drop index leads_unread;
create index leads_unread on leads (company_id, created_at desc, id desc) include (unread_count)
  where unread_count > 0 and held_at is null;
drop index leads_held;
create index leads_review on leads (company_id, created_at desc, id desc) where held_at is not null and spam_at is null;
create index leads_spam on leads (company_id, created_at desc, id desc) where held_at is not null and spam_at is not null;
`;
