import { type Kysely, sql } from 'kysely';

/**
 * Counts a lead's figures again when a phone call is logged, which is a note with a `call`: the first one by which the
 * homeowner heard from the company can be the first reply.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create trigger calls_report_new after insert on timeline_events for each row
  when (new.kind = 'note' and new.data ? 'call') execute function mark_lead_of();
create trigger calls_report_delete after delete on timeline_events for each row
  when (old.kind = 'note' and old.data ? 'call') execute function mark_lead_of();
create trigger calls_report_update after update of lead_id, at, data on timeline_events for each row
  when (old.kind = 'note' and (old.data ? 'call' or new.data ? 'call')) execute function mark_lead_of();`)
    .execute(db);
}
