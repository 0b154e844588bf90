import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { foldFacts } from '#core/features/reports/fold-facts.ts';
import type { AppDb } from '#core/platform/db/app.ts';
import type { SystemDeps } from '#core/platform/db/system.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import type { Logger } from '#core/platform/log.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';

const LOOK_EVERY = 5 * SECOND;
const COMPANIES_AT_ONCE = 50;

export interface FoldSweep {
  /** Stops after the current company. */
  close(): Promise<void>;
}

/**
 * Starts adding changed leads to the stored report totals, one company after another. The totals let reports read only
 * a few rows.
 */
export function startFolding(deps: SystemDeps & { db: AppDb; logger: Logger }): FoldSweep {
  const stopped = new AbortController();
  const turn = async (): Promise<boolean> => {
    let more = false;
    for (const companyId of await companiesWithMarks(deps)) {
      if (stopped.signal.aborted) return false;
      more = (await foldFacts(deps.db, companyId)) || more;
    }
    return more;
  };
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const more = await turn().catch((error: unknown) => {
        deps.logger.warn({ err: errorForLog(error) }, 'folding reports failed; the next run retries it');
        return false;
      });
      if (!more) await wait(LOOK_EVERY, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    close() {
      stopped.abort();
      return running;
    },
  };
}

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
