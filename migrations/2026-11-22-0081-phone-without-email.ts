import { type Kysely, sql } from 'kysely';

/**
 * Allows leads without an email address, for callers: each lead has an email address, a phone or both. No email can be
 * enqueued to an empty address. The search text has no gap if the email is missing. A new email address or phone counts
 * as a new recipient.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table leads
  alter column email drop not null,
  add constraint leads_can_be_reached check (coalesce(email, phone) is not null),
  add constraint leads_email_not_empty check (email <> '');
alter table leads alter column search_text set expression as
  (lower(name || coalesce(' ' || email, '') || ' ' || coalesce(phone, '') || ' ' || coalesce(address, '')));
alter table outbox add constraint outbox_mail_has_address check (channel <> 'email' or to_address <> '');

create or replace function forget_recipient() returns trigger language plpgsql as $$
begin
  if new.counted_as_recipient_at is not distinct from old.counted_as_recipient_at then
    new.counted_as_recipient_at := null;
    if new.email is not null and lower(old.email) is distinct from lower(new.email) then
      new.uncounted_ways := array_append(array_remove(new.uncounted_ways, 'email'), 'email');
    end if;
    if old.phone is distinct from new.phone then
      new.uncounted_ways := array_append(array_remove(new.uncounted_ways, 'sms'), 'sms');
    end if;
  end if;
  return new;
end $$;
drop trigger leads_new_address on leads;
create trigger leads_new_address before update of email, phone on leads for each row
  when ((new.email is not null and lower(old.email) is distinct from lower(new.email))
    or (new.phone is not null and old.phone is distinct from new.phone))
  execute function forget_recipient();
`)
    .execute(db);
}
