import { type Kysely, sql } from 'kysely';
import { MINUTE } from '#shared/primitives/durations.ts';
import type { Database } from '../../platform/db/tables.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { isKeyInUse, isMissing, isRefused } from '../../platform/stripe.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { lastNight } from '../../platform/nightly-runs.ts';
import { endPayment } from './end-open-payments.ts';
import { OPEN_COLUMNS, type OpenPayment } from './payments.repository.ts';
import { applyStripePayment } from './apply-stripe-payment.ts';

const PAGE = 50;
/** Between two looks at a checkout that should have ended. */
const PAUSE = MINUTE;

interface Due extends OpenPayment {
  /** Its checkout must not stay open. */
  over: boolean;
}

/**
 * Payments on their way that Stripe must be asked about: those not compared since last night; and, at once, open
 * checkouts whose end was begun, whose time is over, whose version has a newer one or was declined, or whose account is no longer the
 * company's. They are few, and the partial index `payments_unsettled` holds them all.
 */
async function findDue(system: Kysely<Database>, now: Date, limit: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select ${sql.join(OPEN_COLUMNS.map((column) => sql.ref(`payments.${column}`)))}, over
    from payments
    join company_profiles on company_profiles.id = payments.company_id
    join estimates on estimates.id = payments.estimate_id
    cross join lateral (select payments.status = 'open' and (
      payments.expires_at < ${now}
      or payments.end_operation_id is not null
      or estimates.status in ('superseded', 'declined')
      or company_profiles.stripe_account_id is distinct from payments.stripe_account_id
      or exists (select from estimates newer where newer.lead_id = payments.lead_id and newer.version > estimates.version)
    ) as over) state
    where payments.status in ('open', 'processing') and (
      coalesce(payments.last_reconciled_at, payments.created_at) < ${lastNight(now)}
      or (over and coalesce(payments.last_reconciled_at < ${new Date(now.getTime() - PAUSE)}, true)))
    order by payments.last_reconciled_at nulls first, payments.id
    limit ${limit}`.execute(system);
  return rows;
}

/** Whether any payment waits for it: what the sweep asks. */
export const isPaymentCheckDue = async (system: Kysely<Database>, now: Date): Promise<boolean> =>
  (await findDue(system, now, 1)).length > 0;

/**
 * Asks Stripe about every payment that is due: ends what must not be paid any more, settles what became of the rest.
 * What Stripe refuses is logged and left; rejects where it does not answer, and the next sweep takes it up again.
 * Resolves to how many payments were looked at.
 */
export async function checkPayments(
  deps: StripeDeps,
  { stopping = () => false }: { stopping?: () => boolean } = {},
): Promise<number> {
  if (!deps.stripe) return 0;
  let looked = 0;
  for (;;) {
    const page = await findDue(deps.system, deps.clock.now(), PAGE);
    for (const payment of page) {
      if (stopping()) return looked;
      await check(deps, payment);
      await deps.system
        .updateTable('payments')
        .set({ last_reconciled_at: deps.clock.now() })
        .where('id', '=', payment.id)
        .execute();
      looked += 1;
    }
    if (page.length < PAGE) return looked;
  }
}

async function check(deps: StripeDeps, payment: Due): Promise<void> {
  const { stripe_session_id: sessionId } = payment;
  try {
    // a checkout that we do not know is found by its key, and ended: nobody was ever sent there
    if (payment.over || sessionId === null) await endPayment(deps, payment);
    else await applyStripePayment(deps, { payment, sessionId });
  } catch (error) {
    // somebody else is at it
    if (isKeyInUse(error)) return;
    if (!isRefused(error) && !isMissing(error)) throw error;
    deps.logger.error({ err: errorForLog(error), payment: payment.id }, 'Stripe knows nothing of a payment on its way');
  }
}
