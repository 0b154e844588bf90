import { sql } from 'kysely';
import { foldFacts } from '#core/features/reports/fold-facts.ts';
import type { AppDb } from '#core/platform/db/app.ts';
import type { SystemDeps } from '#core/platform/db/system.ts';
import type { Logger } from '#core/platform/log.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { repeat, type Sweep } from '../../repeat.ts';

const LOOK_EVERY = 5 * SECOND;
const COMPANIES_AT_ONCE = 50;

/**
 * Starts adding changed leads to the stored report totals, one company after another. The totals let reports read only
 * a few rows.
 */
export const startFolding = (deps: SystemDeps & { db: AppDb; logger: Logger }): Sweep =>
  repeat({
    every: LOOK_EVERY,
    logger: deps.logger,
    failed: 'folding reports failed; the next run retries it',
    async turn(signal) {
      let more = false;
      for (const companyId of await companiesWithMarks(deps)) {
        if (signal.aborted) return false;
        more = (await foldFacts(deps.db, companyId)) || more;
      }
      return more;
    },
  });

/**
 * Returns companies with changed leads. Skips from company to company in the index, so the cost doesn't depend on the
 * number of changed leads.
 */
async function companiesWithMarks({ system }: SystemDeps): Promise<CompanyId[]> {
  const { rows } = await sql<{ company_id: CompanyId }>`with recursive marked as (
      (select company_id from report_marks order by company_id limit 1)
      union all
      select (select company_id from report_marks where company_id > marked.company_id order by company_id limit 1)
      from marked where marked.company_id is not null)
    select company_id from marked where company_id is not null limit ${COMPANIES_AT_ONCE}`.execute(system);
  return rows.map(({ company_id: companyId }) => companyId);
}
