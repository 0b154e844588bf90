import { type Kysely, sql } from 'kysely';

/** Admins act on providers too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table audit_log drop constraint audit_log_subject_kind_check,
         add constraint audit_log_subject_kind_check
           check (subject_kind in ('user', 'company', 'message', 'stripe_event', 'feedback', 'provider'));`,
    )
    .execute(db);
}
