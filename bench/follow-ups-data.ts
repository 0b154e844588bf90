import type { CompanyRow } from '#core/features/company/company.table.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { BenchDatabase } from './database.ts';

const BODY =
  'Hi {{name}}, this is about the fence for {{address}}. We measured {{total_feet}} and our estimate is {{estimate_amount}}. Would you like to go ahead, or do you have questions? Just answer this mail.';

type Filled = Pick<BenchDatabase, 'owner'>;

/** Creates the given number of leads in each company. Each lead has an email follow-up that is due at `now`. */
export async function fillFollowUps(
  { owner }: Filled,
  { companies, each, now }: { companies: readonly CompanyRow[]; each: number; now: Date },
): Promise<void> {
  const { rows } = await owner.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where tablename = 'lead_search' and indexdef like '%USING gin%'`,
  );
  // Drops the indexes first, because building them afterward takes a tenth of the time.
  for (const { indexname } of rows) await owner.query(`drop index ${indexname}`);
  await owner.query('set role picket_system');
  for (const { id } of companies) {
    await owner.query(
      `insert into leads (company_id, name, email, address, zip, perimeter_ft, quote_cents, status,
         counted_as_recipient_at, created_at)
       select $1, 'Dana Whitfield ' || n, 'dana' || n || '@example.com', n || ' Larkmeadow Ct, Boise, ID 83702',
         '83702', 100 + n % 200, 100000 + n, 'contacted', $2, $2 from generate_series(1, $3::int) n`,
      [id, now, each],
    );
    await owner.query(
      `with active as (
         insert into follow_up_schedules (company_id, lead_id, status, channel, activated_at, created_at)
         select company_id, id, 'active', 'email', $2, $2 from leads where company_id = $1 returning id, lead_id)
       insert into follow_up_messages (company_id, lead_id, schedule_id, step, day, channel, body, due_at, status)
       select $1, lead_id, id, 1, 1, 'email', $4, $3, 'scheduled' from active`,
      [id, new Date(now.getTime() - DAY), now, BODY],
    );
  }
  await owner.query('reset role');
  for (const { indexdef } of rows) await owner.query(indexdef);
  await owner.query('vacuum analyze');
}

/**
 * Adds three emails from a month ago to each lead. A company that sends has sent before, so its tables aren't nearly empty.
 */
export async function fillPast({ owner }: Filled, now: Date): Promise<void> {
  await owner.query('set role picket_system');
  await owner.query(
    `insert into messages (company_id, lead_id, direction, channel, kind, from_address, to_address, subject, body,
       status, provider_id, at)
     select l.company_id, l.id, 'out', 'email', 'follow-up', 'no-reply@picket.test', l.email, 'Your fence estimate', $2,
       'sent', '<' || gen_random_uuid() || '@picket.test>', $1
     from leads l, generate_series(1, 3)`,
    [new Date(now.getTime() - 30 * DAY), BODY],
  );
  await owner.query(
    `insert into timeline_events (company_id, lead_id, kind, at, data)
     select company_id, lead_id, 'message_sent', at, jsonb_build_object('subject', subject, 'body', body) from messages
     where at is not null`,
  );
  await owner.query('reset role');
  await owner.query('vacuum analyze messages, timeline_events');
}

/** Restores the initial rows. Keeps the history before `since`. */
export async function resetFollowUps({ owner }: Filled, since?: Date): Promise<void> {
  if (since === undefined) await owner.query('truncate timeline_events');
  else {
    await owner.query('set role picket_system');
    await owner.query('delete from timeline_events where at >= $1', [since]);
    await owner.query('reset role');
    await owner.query('vacuum timeline_events');
  }
  // Uses a single statement. Otherwise, a worker that sweeps between two statements would skip the due messages of a
  // schedule that has ended.
  await owner.query(`begin; set local role picket_system;
    update messages set status = 'scheduled', attempts = 0, claimed_until = null, try_lease = null, sending_at = null,
      sent_at = null, provider_id = null, at = null, from_address = null, to_address = '', subject = null, body = null
      where schedule_id is not null and (status <> 'scheduled' or attempts > 0 or claimed_until is not null);
    update follow_up_schedules set status = 'active' where status <> 'active';
    commit`);
  // a running worker updates the reports and empties this table every five seconds
  await owner.query('truncate report_marks');
  await owner.query('vacuum messages, follow_up_schedules, leads');
}
