import { type Kysely, sql } from 'kysely';

/**
 * Adds columns for the weekly report email: whether the company gets it, and the Monday of the last week that was
 * processed, whether or not an email was sent. A company's first report follows the week in which the company (or this
 * column) was created.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `alter table company_profiles
         add column weekly_report boolean not null default true,
         add column weekly_report_week date not null default (date_trunc('week', now())::date - 7),
         add constraint company_profiles_weekly_report_week check (extract(isodow from weekly_report_week) = 1)`,
    )
    .execute(db);
}
