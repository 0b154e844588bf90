import { sql } from 'kysely';
import { type BudgetName, BUDGETS } from '#shared/features/trust/budgets.rules.ts';
import { HISTORY } from '#shared/features/trust/company-allowance.rules.ts';
import { DAY } from '#shared/primitives/durations.ts';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { lastNight } from '../../platform/nightly-runs.ts';
import { finishNightlyRun, takeNightlyRun } from '../../platform/nightly-runs.ts';

/** The budget whose spends also serve as a company's sending history. */
const KEPT: BudgetName = 'company-recipients';

/** How long each budget's spends are kept, in milliseconds. */
const KEPT_FOR = Object.entries(BUDGETS).map(([budget, { window }]) => ({
  budget,
  age: budget === KEPT ? HISTORY : Math.max(2 * DAY, 2 * window),
}));

/**
 * Runs nightly. Deletes spends that no longer count toward any budget or toward a company's history. Each lead still
 * records whether it was counted. Returns the number of deleted spends. Returns null if this job already ran tonight or
 * if another worker is running it.
 */
export async function forgetSpends({ system, clock }: SystemDeps & Pick<Deps, 'clock'>): Promise<number | null> {
  const now = clock.now();
  const run = { job: 'spends', night: lastNight(now) };
  if (!(await takeNightlyRun(system, run))) return null;
  const before = (age: number): Date => new Date(now.getTime() - age);
  const { numAffectedRows } = await sql`delete from budget_spends spent
    using unnest(${KEPT_FOR.map(({ budget }) => budget)}::text[],
      ${KEPT_FOR.map(({ age }) => before(age))}::timestamptz[]) kept (budget, before)
    where spent.budget = kept.budget and spent.at < kept.before`.execute(system);
  const forgotten = Number(numAffectedRows ?? 0);
  await finishNightlyRun(system, { ...run, result: { forgotten }, at: now });
  return forgotten;
}
