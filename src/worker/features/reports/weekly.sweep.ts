import { sql } from 'kysely';
import type { Clock } from '#shared/primitives/clock.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { queueWeekly } from '#core/features/reports/queue-weekly.ts';
import type { AppDb } from '#core/platform/db/app.ts';
import type { SystemDeps } from '#core/platform/db/system.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import type { Logger } from '#core/platform/log.ts';
import type { WakeUpQueue } from '#core/platform/queue.ts';
import { repeat, type Sweep } from '../../repeat.ts';

const LOOK_EVERY = MINUTE;
const COMPANIES_AT_ONCE = 100;

type WeeklyDeps = SystemDeps & { clock: Clock; db: AppDb; logger: Logger; wakeUps: Pick<WakeUpQueue, 'enqueue'> };

/**
 * Starts enqueuing due weekly emails, one company after another. The first run after an outage also enqueues missed
 * emails.
 */
export const startWeeklyReports = (deps: WeeklyDeps): Sweep =>
  repeat({
    every: LOOK_EVERY,
    logger: deps.logger,
    failed: 'weekly reports failed; the next run retries them',
    turn: (signal) => queueWeeklyReports(deps, signal),
  });

/**
 * Enqueues or skips each due weekly email. Resolves to true if more emails may be due. If a company's figures can't be
 * read, the failure is logged and a later run retries it.
 */
export async function queueWeeklyReports(deps: WeeklyDeps, signal?: AbortSignal): Promise<boolean> {
  const companies = await companiesDue(deps);
  let failed = 0;
  for (const companyId of companies) {
    if (signal?.aborted) return false;
    try {
      if (await queueWeekly(deps, companyId)) void deps.wakeUps.enqueue(companyId, 'email');
    } catch (error) {
      failed += 1;
      deps.logger.warn({ err: errorForLog(error), companyId }, 'a weekly report failed; the next run retries it');
    }
  }
  return companies.length === COMPANIES_AT_ONCE && failed === 0;
}

/**
 * Returns the companies with a weekly email that is due. Applies the hours and week of `dueWeek` in each company's time
 * zone.
 */
async function companiesDue({ system, clock }: WeeklyDeps): Promise<CompanyId[]> {
  const local = sql`(${clock.now()}::timestamptz at time zone time_zone)`;
  const { rows } = await sql<{ id: CompanyId }>`select id from company_profiles
    where weekly_report and ${local}::time >= '08:00' and ${local}::time < '20:00'
      and weekly_report_week < date_trunc('week', ${local})::date - 7
    order by weekly_report_week, id limit ${COMPANIES_AT_ONCE}`.execute(system);
  return rows.map(({ id }) => id);
}
