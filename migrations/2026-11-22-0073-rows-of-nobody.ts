import { type Kysely, sql } from 'kysely';

/**
 * What belongs to no company, the platform's own messages, is reached under the tenants' role as well, in a
 * transaction whose `app.company_id` is the nil UUID: it sees these rows and no company's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['messages', 'outbox', 'opt_outs'])
    await sql
      .raw(
        `create policy nobody on ${table} to picket_app
           using (company_id is null
             and current_setting('app.company_id', true) = '00000000-0000-0000-0000-000000000000')`,
      )
      .execute(db);
}
