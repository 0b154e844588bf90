import { type Kysely, sql } from 'kysely';

/** Adds the exports of all of a company's data, and the index for the company's own history. */
export const up = (db: Kysely<unknown>): Promise<unknown> => sql.raw(exports).execute(db);

const tenant = (table: string): string => `
alter table ${table} enable row level security;
alter table ${table} force row level security;
create policy tenant on ${table} to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on ${table} to picket_system using (true) with check (true);
grant select, insert, update, delete on ${table} to picket_app, picket_system;
`;

const exports = `
-- a zip of all of a company's data; 'removed' once its parts were deleted
create table company_exports (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  requested_at timestamptz not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'removed')),
  -- names the worker that makes it, so that one that lost its lease writes nothing more
  claim uuid,
  claimed_until timestamptz,
  attempts integer not null default 0,
  rows_done bigint not null default 0,
  rows_total bigint,
  size bigint not null default 0,
  finished_at timestamptz,
  -- when its parts are deleted
  deletes_at timestamptz,
  unique (company_id, id),
  constraint company_exports_done check (status <> 'done' or (finished_at is not null and deletes_at is not null))
);
create unique index company_exports_one on company_exports (company_id) where status in ('waiting', 'running');
create index company_exports_open on company_exports (requested_at) where status in ('waiting', 'running');
create index company_exports_old on company_exports (deletes_at) where status = 'done';
create index company_exports_newest on company_exports (company_id, requested_at desc);
${tenant('company_exports')}
-- sales members don't export
create policy no_exports on company_exports as restrictive to picket_sales using (false);

create table company_export_parts (
  company_id uuid not null,
  export_id uuid not null,
  position integer not null,
  content bytea not null,
  primary key (export_id, position),
  foreign key (company_id, export_id) references company_exports (company_id, id) on delete cascade
);
create index company_export_parts_company on company_export_parts (company_id, export_id);
alter table company_export_parts alter column content set storage external;
${tenant('company_export_parts')}
create policy no_exports on company_export_parts as restrictive to picket_sales using (false);

create index audit_log_of_company on audit_log (subject_id, at desc, id desc) where subject_kind = 'company';
`;
