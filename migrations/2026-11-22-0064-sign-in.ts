import { type Kysely, sql } from 'kysely';

/** Known devices, streams that end with their session, ids for confirmed accounts, and credits that were refunded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [devices, ended, reservations, refunded]) await sql.raw(statement).execute(db);
}

// counts up where every device cookie of the account ends: a new password
const devices = `
alter table users add column device_epoch integer not null default 0;
`;

// tells every server process, at commit, which sessions ended and whose rights changed (streams.ts)
const ended = `
create function tell_sessions_ended() returns trigger language plpgsql as $$
declare ended record;
begin
  for ended in select public_id from ended_rows loop
    perform pg_notify('picket_sessions', json_build_object('sessionId', ended.public_id)::text);
  end loop;
  return null;
end $$;
create trigger sessions_ended after delete on sessions referencing old table as ended_rows
  for each statement execute function tell_sessions_ended();

create function tell_rights_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('picket_sessions', json_build_object('userId', coalesce(new.user_id, old.user_id))::text);
  return null;
end $$;
create trigger user_roles_changed after insert or update or delete on user_roles for each row
  execute function tell_rights_changed();
create trigger company_members_changed after insert or update or delete on company_members for each row
  execute function tell_rights_changed();
`;

// an address that nobody has confirmed holds no name: its company gets a contractor id at the confirmation
const reservations = `
set role picket_system;
delete from contractor_aliases using company_profiles, users
  where company_profiles.id = contractor_aliases.company_id and users.id = company_profiles.user_id
    and users.email_verified_at is null;
update company_profiles set contractor_id = 'unconfirmed-' || gen_random_uuid()
  from users where users.id = company_profiles.user_id and users.email_verified_at is null;
reset role;
`;

// a credit that was taken back opens no dashboard: 'bought' is the first that was not. What the ledger does not tell of stays
const refunded = `
set role picket_system;
with sessions as (
  select company_id, min(at) filter (where kind = 'credit_bought') as bought_at,
    (array_agg(kind order by id desc))[1] = 'credit_refunded' and stripe_session_id is not null as taken
  from quota_ledger where kind in ('credit_bought', 'credit_refunded', 'credit_returned')
  group by company_id, stripe_session_id
), truth as (
  select company_id, min(bought_at) as first_at, min(bought_at) filter (where not taken) as paid_at
  from sessions group by company_id
)
update subscribers set
  credits_bought_at = truth.paid_at,
  subscribed = subscribed and (truth.paid_at is not null or subscription_tier <> 'pay_as_you_go'),
  subscription_tier = case when truth.paid_at is null and subscription_tier = 'pay_as_you_go' then 'starter'
    else subscription_tier end
from truth where truth.company_id = subscribers.company_id and subscribers.credits_bought_at >= truth.first_at;
reset role;
`;
