import type { Kysely } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Database } from '../../platform/db/tables.ts';
import { lastNight } from '../../platform/nightly-runs.ts';
import { errorForLog } from '../../platform/log-error.ts';
import type { SettleDeps } from './settle-from-stripe.ts';
import { findUnsettled } from './operations.repository.ts';
import { settlePlan, UnknownAtStripeError } from './settle-plan.ts';
import { settleSession } from './settle-session.ts';

const PAGE = 50;

/** Companies with a Stripe customer that weren't compared since last night; longest ago first. */
const findStale = async (system: Kysely<Database>, now: Date, limit: number): Promise<CompanyId[]> => {
  const rows = await system
    .selectFrom('subscribers')
    .select('company_id')
    .where('stripe_customer_id', 'is not', null)
    .where((row) => row.or([row('last_reconciled_at', 'is', null), row('last_reconciled_at', '<', lastNight(now))]))
    .orderBy('last_reconciled_at', (order) => order.asc().nullsFirst())
    .orderBy('company_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.company_id);
};

/** Whether any are waiting: the sweep asks this, so a missed night is made up. */
export const isReconciliationDue = async (system: Kysely<Database>, now: Date): Promise<boolean> =>
  (await findStale(system, now, 1)).length > 0;

/**
 * Compares every paying company's row with Stripe in pages, corrects and logs differences, and checks for checkouts
 * with lost events. Each company is marked when done, so a later run continues after a stop. A plan unknown to Stripe
 * is logged and left unchanged. Rejects if Stripe doesn't answer; the next sweep resumes. Resolves to the number of
 * companies compared.
 */
export async function reconcile(
  deps: SettleDeps,
  { stopping = () => false }: { stopping?: () => boolean } = {},
): Promise<number> {
  if (!deps.stripe) return 0;
  let compared = 0;
  for (;;) {
    const page = await findStale(deps.system, deps.clock.now(), PAGE);
    for (const companyId of page) {
      if (stopping()) return compared;
      await compare(deps, companyId);
      await deps.system
        .updateTable('subscribers')
        .set({ last_reconciled_at: deps.clock.now() })
        .where('company_id', '=', companyId)
        .execute();
      compared += 1;
    }
    if (page.length < PAGE) return compared;
  }
}

async function compare(deps: SettleDeps, companyId: CompanyId): Promise<void> {
  try {
    const change = await settlePlan(deps, companyId);
    if (change !== null) deps.logger.warn({ companyId, change }, 'a plan differed from Stripe');
  } catch (error) {
    if (!(error instanceof UnknownAtStripeError)) throw error;
    deps.logger.warn({ companyId, err: errorForLog(error) }, 'a plan is unknown at Stripe and stays as it is');
  }
  for (const { stripe_id: session } of await findUnsettled(deps.db, companyId))
    if (session !== null) await settleSession(deps, session);
}
