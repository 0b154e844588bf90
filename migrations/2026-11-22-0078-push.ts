import { type Kysely, sql } from 'kysely';

const tables = `
-- a browser that shows the contractor's news; it ends with the session that asked for it
create table push_devices (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  session_id uuid not null,
  user_id uuid not null references users on delete cascade,
  endpoint text not null check (length(endpoint) <= 1000),
  endpoint_hash text not null,
  p256dh text not null,
  auth text not null,
  label text not null,
  events text[] not null check (events <@ array['lead', 'viewed', 'accepted', 'reply', 'paid']),
  shows text not null check (shows in ('nothing', 'name_feet', 'details')),
  quiet_from time,
  quiet_until time,
  created_at timestamptz not null,
  unique (company_id, endpoint_hash),
  unique (company_id, id),
  check ((quiet_from is null) = (quiet_until is null))
);

-- what is to appear on a device: written with the fact that causes it, shown once
create table push_messages (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  device_id uuid not null,
  lead_id uuid not null,
  event text not null check (event in ('lead', 'viewed', 'accepted', 'reply', 'paid')),
  dedupe_key text not null,
  due_at timestamptz not null,
  status text not null default 'scheduled' check (status in ('scheduled', 'sent', 'skipped', 'failed')),
  attempts integer not null default 0,
  claimed_until timestamptz,
  reason text,
  created_at timestamptz not null,
  sent_at timestamptz,
  unique (device_id, dedupe_key),
  foreign key (company_id, device_id) references push_devices (company_id, id) on delete cascade,
  foreign key (company_id, lead_id) references leads (company_id, id)
);
create index push_messages_due on push_messages (due_at) where status = 'scheduled';
create index push_messages_lead on push_messages (lead_id);
create index push_messages_age on push_messages (company_id, created_at);
`;

const rights = `
do $$
declare tenant text;
begin
  foreach tenant in array array['push_devices', 'push_messages'] loop
    execute format('alter table %I enable row level security', tenant);
    execute format('alter table %I force row level security', tenant);
    execute format('create policy tenant on %I to picket_app using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)', tenant);
    execute format('create policy crossing on %I to picket_system using (true) with check (true)', tenant);
  end loop;
end $$;
grant select, insert, update, delete on push_devices, push_messages to picket_app, picket_system;

-- sessions are known to us by their public id; who signs out, or is signed out, gets no more news there
alter table push_devices add foreign key (session_id) references sessions (public_id) on delete cascade;
create index push_devices_session on push_devices (session_id);
create index push_devices_user on push_devices (user_id);
`;

/** Adds push notifications: the contractor's devices, and the notifications to show on them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  await sql.raw(rights).execute(db);
}
