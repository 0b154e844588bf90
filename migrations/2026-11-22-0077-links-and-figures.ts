import { type Kysely, sql } from 'kysely';

/**
 * Adds the short code of an estimate's private link, for texts. The code is looked up by its hash and encrypted with
 * APP_SECRET, like the token. Also adds indexes for the weekly figures in the admin panel. They are small and barely
 * slow down writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table estimate_links
  add column code_hash text unique,
  add column sealed_code text,
  add check ((code_hash is null) = (sealed_code is null));

create index outbox_by_sent on outbox using brin (sent_at) with (autosummarize = on);
create index follow_up_messages_by_sent on follow_up_messages using brin (sent_at) with (autosummarize = on);
create index payments_by_paid on payments using brin (paid_at) with (autosummarize = on);
create index quota_ledger_by_time on quota_ledger using brin (at) with (autosummarize = on);
create index leads_held on leads (held_at) where held_at is not null;
`)
    .execute(db);
}
