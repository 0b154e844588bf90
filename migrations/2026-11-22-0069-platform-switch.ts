import { type Kysely, sql } from 'kysely';

/** What admins may pause for the whole platform: a row is there while it is paused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table platform_pauses (
         what text primary key check (what in ('new_people')),
         paused_at timestamptz not null
       );
       grant select on platform_pauses to picket_app;
       grant select, insert, delete on platform_pauses to picket_system;
       alter table audit_log drop constraint audit_log_subject_kind_check,
         add constraint audit_log_subject_kind_check
           check (subject_kind in ('user', 'company', 'message', 'stripe_event', 'feedback', 'provider', 'platform'));
       create index budget_spends_by_time on budget_spends (budget, at) include (amount);`,
    )
    .execute(db);
}
