import { type Kysely, sql } from 'kysely';

/** Which people a company has written to for the first time, and which address a homeowner gave themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [columns, known, newAddress, owners]) await sql.raw(statement).execute(db);
}

const columns = `
alter table leads
  add column if not exists counted_as_recipient_at timestamptz,
  add column uncounted_ways text[] not null default '{email,sms}' check (uncounted_ways <@ array['email', 'sms']),
  add column homeowner_email text;
`;

// what was written to before budgets is not new to its company; addresses edited since the widget can't be told apart
const known = `
set role picket_system;
update leads set
  counted_as_recipient_at = created_at,
  uncounted_ways = '{}',
  homeowner_email = case when source = 'widget' then email end
where source = 'widget' or estimate_sent_at is not null or last_contact_at is not null or last_message_at is not null;
reset role;
`;

// another address is another person until somebody counts it; a lead that begins as counted (the widget's, whose first
// answer is on its way) begins with every way counted
const newAddress = `
create function count_recipient() returns trigger language plpgsql as $$
begin
  new.uncounted_ways := '{}';
  return new;
end $$;
create function forget_recipient() returns trigger language plpgsql as $$
begin
  if new.counted_as_recipient_at is not distinct from old.counted_as_recipient_at then
    new.counted_as_recipient_at := null;
    if lower(old.email) <> lower(new.email) then
      new.uncounted_ways := array_append(array_remove(new.uncounted_ways, 'email'), 'email');
    end if;
    if old.phone is distinct from new.phone then
      new.uncounted_ways := array_append(array_remove(new.uncounted_ways, 'sms'), 'sms');
    end if;
  end if;
  return new;
end $$;
create trigger leads_count_new before insert on leads for each row
  when (new.counted_as_recipient_at is not null) execute function count_recipient();
create trigger leads_new_address before update of email, phone on leads for each row
  when (lower(old.email) <> lower(new.email) or (new.phone is not null and old.phone is distinct from new.phone))
  execute function forget_recipient();
`;

// tenants see no users; whether their own company's owner has confirmed is all that they may ask
const owners = `
create function owner_confirmed_at(owner uuid) returns timestamptz language sql stable security definer
  set search_path = public as $$ select email_verified_at from users where id = owner $$;
revoke execute on function owner_confirmed_at from public;
grant execute on function owner_confirmed_at to picket_app, picket_system;
`;
