import { type Kysely, sql } from 'kysely';

/**
 * Adds teams: member roles, invitations, a user's active company, and the member that a lead is assigned to.
 * `company_members` decides who may act for a company. `company_profiles.user_id` is still the founder.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [members, invitations, assigned, names]) await sql.raw(statement).execute(db);
}

// Existing members founded their companies, so they become owners.
const members = `
alter table company_members
  add column role text not null default 'owner',
  add column joined_at timestamptz not null default now(),
  -- whose turn it is to get the next lead: the lowest; only while the company assigns in turn
  add column turn bigint not null default 0,
  add constraint company_members_role check (role in ('owner', 'manager', 'sales', 'viewer'));
alter table company_members alter column role drop default;
alter table company_profiles add column assign_in_turn boolean not null default false;
alter table users add column active_company_id uuid references company_profiles on delete set null;
create index users_active_company on users (active_company_id) where active_company_id is not null;

-- what a stream depends on: membership, role and the company it shows; a turn is none of these
drop trigger company_members_changed on company_members;
create trigger company_members_changed after insert or delete or update of role on company_members for each row
  execute function tell_rights_changed();
create function tell_active_company() returns trigger language plpgsql as $$
begin
  perform pg_notify('picket_sessions', json_build_object('userId', new.id)::text);
  return null;
end $$;
create trigger users_active_company_changed after update of active_company_id on users for each row
  when (old.active_company_id is distinct from new.active_company_id) execute function tell_active_company();

-- a company always has an owner: two owners who leave at once meet at the company's row
create function keep_an_owner() returns trigger language plpgsql as $$
begin
  perform from company_profiles where id = old.company_id for no key update;
  if found and not exists (select from company_members where company_id = old.company_id and role = 'owner') then
    raise exception 'a company needs an owner' using errcode = 'check_violation', constraint = 'company_members_owner';
  end if;
  return null;
end $$;
create trigger company_members_owner_left after delete on company_members for each row
  when (old.role = 'owner') execute function keep_an_owner();
create trigger company_members_owner_demoted after update of role on company_members for each row
  when (old.role = 'owner' and new.role <> 'owner') execute function keep_an_owner();
`;

// Only the email contains the token itself. Times are from the business clock.
const invitations = `
create table invitations (
  id uuid primary key default uuidv7(),
  company_id uuid not null references company_profiles on delete cascade,
  email text not null check (email = lower(email) and email like '%_@_%'),
  role text not null check (role in ('owner', 'manager', 'sales', 'viewer')),
  token_hash text not null check (token_hash ~ '^[0-9a-f]{64}$') constraint invitations_token_unique unique,
  invited_by uuid references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  constraint invitations_one_end check (accepted_at is null or revoked_at is null)
);
create unique index invitations_open on invitations (company_id, email) where accepted_at is null and revoked_at is null;
alter table invitations enable row level security;
alter table invitations force row level security;
create policy tenant on invitations to picket_app
  using (company_id = nullif(current_setting('app.company_id', true), '')::uuid);
create policy crossing on invitations to picket_system using (true) with check (true);
grant select, insert, update, delete on invitations to picket_app, picket_system;
`;

// A lead can be assigned only to a member. When a member leaves, their leads become unassigned unless they were
// reassigned before.
const assigned = `
alter table leads
  add column assigned_to uuid,
  add constraint leads_assigned_to foreign key (company_id, assigned_to)
    references company_members (company_id, user_id) on delete set null (assigned_to);
create index leads_assigned on leads (company_id, assigned_to, created_at desc, id desc) where assigned_to is not null;
`;

// The tenant role can't read users. This function returns only the names of the current company's members.
const names = `
create function member_name(member uuid) returns text language sql stable strict security definer
  set search_path = public as $$
  select users.name from company_members join users on users.id = company_members.user_id
  where company_members.company_id = nullif(current_setting('app.company_id', true), '')::uuid
    and company_members.user_id = member
$$;
revoke execute on function member_name from public;
grant execute on function member_name to picket_app, picket_system;
`;
