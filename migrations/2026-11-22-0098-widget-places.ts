import { type Kysely, sql } from 'kysely';

/**
 * Adds the domains where a company's widget may be embedded, whether it accepts requests, and what the hosted page
 * shows about the company.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table company_profiles
  add column widget_paused boolean not null default false,
  add column widget_paused_text text not null default '',
  add column widget_allowed_domains text[] not null default '{}',
  add column service_zips text[] not null default '{}',
  add column hours text not null default '',
  add constraint company_profiles_paused_text_length check (char_length(widget_paused_text) <= 300),
  add constraint company_profiles_domains_count check (cardinality(widget_allowed_domains) <= 20),
  add constraint company_profiles_service_zips_count check (cardinality(service_zips) <= 500),
  add constraint company_profiles_hours_length check (char_length(hours) <= 300);
`)
    .execute(db);
}
