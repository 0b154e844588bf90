import { type Kysely, sql } from 'kysely';

/** A lead that was marked lost is in no step of the work: the rail does not count it, nor does its filter show it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(byStatus).execute(db);
}

const byStatus = `
drop index leads_by_status;
create index leads_by_status on leads (company_id, status, created_at desc, id desc) include (quote_cents)
  where archived_at is null and outcome is distinct from 'lost';
`;
