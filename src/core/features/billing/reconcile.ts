import type { Kysely } from 'kysely';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { Database } from '../../platform/db/tables.ts';
import { lastNight } from '../../platform/nightly-runs.ts';
import { errorForLog } from '../../platform/log-error.ts';
import type { StripeDeps } from './apply-stripe-truth.ts';
import { findOpenCheckouts } from './operations.repository.ts';
import { applyStripePlan, UnknownAtStripeError } from './apply-stripe-plan.ts';
import { applyStripeSession } from './apply-stripe-checkout.ts';

const PAGE = 50;

/**
 * Returns companies with a Stripe customer that haven't been compared with Stripe since last night, starting with the
 * least recently compared.
 */
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

/**
 * Whether any company still needs to be compared with Stripe. The sweep checks this to make up for a missed nightly
 * run.
 */
export const isReconciliationDue = async (system: Kysely<Database>, now: Date): Promise<boolean> =>
  (await findStale(system, now, 1)).length > 0;

/**
 * Compares every paying company's row with Stripe, page by page. Corrects and logs differences. Also looks for
 * checkouts whose events were lost. Each company is marked when it's done, so that a later run continues with the other
 * companies. If Stripe doesn't recognize a plan, logs a warning and leaves the plan unchanged. If Stripe doesn't
 * respond, throws, and the next sweep continues. Returns the number of companies compared.
 */
export async function reconcile(
  deps: StripeDeps,
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

async function compare(deps: StripeDeps, companyId: CompanyId): Promise<void> {
  try {
    const change = await applyStripePlan(deps, companyId);
    if (change !== null) deps.logger.warn({ companyId, change }, 'a plan differed from Stripe');
  } catch (error) {
    if (!(error instanceof UnknownAtStripeError)) throw error;
    deps.logger.warn(
      { companyId, err: errorForLog(error) },
      'Stripe has no record of this plan, so the plan is kept unchanged',
    );
  }
  for (const { stripe_id: session } of await findOpenCheckouts(deps.db, companyId))
    if (session !== null) await applyStripeSession(deps, session);
}
