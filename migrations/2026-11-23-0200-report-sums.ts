import { type Kysely, sql } from 'kysely';

/**
 * Adds the time of each payment to the facts, so that the tallies can sum payments by month in any time zone. Indexes
 * amounts owed by the day of acceptance, and counts response times in finer buckets. Marks all leads: their facts and
 * the tallies are computed again, and until then, reports read marked leads from their rows. A mark now needs one index
 * instead of two, and a batch of sent follow-ups is marked in one statement.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
truncate report_facts, report_tallies, report_marks;
alter table report_facts
  add column paid_slots text[] not null,
  add column paid_cents bigint[] not null,
  add constraint report_facts_paid_check check (cardinality(paid_slots) = cardinality(paid_cents));
create index report_facts_owed_since on report_facts (company_id, accepted_at) where outstanding_cents > 0;

alter table report_marks drop constraint report_marks_pkey;
drop index report_marks_company;
alter table report_marks add primary key (company_id, id);

create function mark_leads_of_follow_ups() returns trigger language plpgsql as $$
begin
  insert into report_marks (company_id, lead)
  select after.company_id, lead from old_rows before join new_rows after using (id)
  cross join lateral unnest(case when before.lead_id = after.lead_id then array[after.lead_id]
    else array[before.lead_id, after.lead_id] end) lead
  where (before.lead_id, before.status in ('sent', 'delivered'), before.sent_at)
    is distinct from (after.lead_id, after.status in ('sent', 'delivered'), after.sent_at);
  return null;
end $$;
drop trigger follow_ups_report_update on follow_up_messages;
create trigger follow_ups_report_update after update on follow_up_messages
  referencing old table as old_rows new table as new_rows
  for each statement execute function mark_leads_of_follow_ups();

insert into report_marks (company_id, lead) select company_id, id from leads;
`)
    .execute(db);
}
