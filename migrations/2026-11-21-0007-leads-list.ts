import { type Kysely, sql } from 'kysely';

/**
 * Keeps the list of leads fast for companies with very many of them, in every view of it, and knows which leads
 * wait for an answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [indexes, answers]) await sql.raw(statement).execute(db);
}

// what is archived is old: left in one index, it would lie between the first page and whoever sorts by oldest
const indexes = `
drop index leads_newest;
create index leads_newest on leads (company_id, created_at desc, id desc) where archived_at is null;
create index leads_archived on leads (company_id, created_at desc, id desc) where archived_at is not null;
create index leads_by_status on leads (company_id, status, created_at desc, id desc) include (quote_cents)
  where archived_at is null;

-- with the company in it, a word that all companies use costs one company no more than its own leads
create extension if not exists btree_gin;
drop index leads_search;
create index leads_search on leads using gin (company_id, search_text gin_trgm_ops);
`;

const answers = `
alter table leads
  add column awaits_answer text check (awaits_answer in ('question', 'reply')),
  add column awaits_since timestamptz,
  add constraint leads_awaits_since check ((awaits_answer is null) = (awaits_since is null));
create index leads_awaiting on leads (company_id, awaits_since desc) where awaits_answer is not null and archived_at is null;

-- row-level security binds the owner too
set local role picket_system;
update leads set awaits_answer = case newest.kind when 'question' then 'question' else 'reply' end, awaits_since = newest.at
from (
  select distinct on (lead_id) lead_id, kind, at from timeline_events
  where kind in ('question', 'reply_received', 'estimate_sent', 'note')
  order by lead_id, at desc, id desc
) newest
where newest.lead_id = leads.id and newest.kind in ('question', 'reply_received');
reset role;
`;
