import { type Kysely, sql } from 'kysely';

/** Adds each member's private calendar feed. */
export const up = (db: Kysely<unknown>): Promise<unknown> => sql.raw(feeds).execute(db);

const feeds = `
create table visit_feeds (
  company_id uuid not null references company_profiles on delete cascade,
  user_id uuid not null,
  token_hash text not null unique,
  sealed_token text not null,
  created_at timestamptz not null,
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references company_members (company_id, user_id) on delete cascade
);
alter table visit_feeds enable row level security;
alter table visit_feeds force row level security;
create policy tenant on visit_feeds to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on visit_feeds to picket_system using (true) with check (true);
grant select, insert, update, delete on visit_feeds to picket_app, picket_system;
`;
