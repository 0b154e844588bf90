import { sql } from 'kysely';
import type { SystemDb } from '#core/platform/db/system.ts';
import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DAY } from '#shared/primitives/durations.ts';

/**
 * Creates this many leads of the company. Each has an email follow-up that's due at `due`. Returns their email
 * addresses.
 */
export async function manyDueMails(
  system: SystemDb,
  company: CompanyRow,
  { count, due }: { count: number; due: Date },
): Promise<string[]> {
  const { rows } = await sql<{
    email: string;
  }>`insert into leads (company_id, name, email, counted_as_recipient_at, created_at)
    select ${company.id}, 'Dana ' || n, 'dana' || n || ${`.${company.contractor_id}@example.com`}, ${due}, ${due}
    from generate_series(0, ${count - 1}::int) n returning email`.execute(system);
  await sql`with active as (
      insert into follow_up_schedules (company_id, lead_id, status, channel, activated_at, created_at)
      select company_id, id, 'active', 'email', ${new Date(due.getTime() - DAY)}, ${due}
      from leads where company_id = ${company.id} returning id, lead_id)
    insert into follow_up_messages (company_id, lead_id, schedule_id, step, day, channel, body, due_at, status)
    select ${company.id}, lead_id, id, 1, 1, 'email', 'Hi {{name}}', ${due}, 'scheduled' from active`.execute(system);
  return rows.map(({ email }) => email);
}
