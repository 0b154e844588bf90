import { type Kysely, sql } from 'kysely';
import { AppError } from '#shared/primitives/app-error.ts';
import { MINUTE } from '#shared/primitives/durations.ts';
import type { Database } from '../../platform/db/tables.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { isKeyInUse, isMissing, isRefused } from '../../platform/stripe.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { lastNight } from '../../platform/nightly-runs.ts';
import { endPayment } from './end-open-payments.ts';
import type { PaymentRefundRow } from './payments.table.ts';
import { sendRefund } from './send-refund.ts';
import { OPEN_COLUMNS, type OpenPayment } from './payments.repository.ts';
import { applyStripePayment } from './apply-stripe-payment.ts';

const PAGE = 50;
/** The interval between checks of a checkout that should have expired. */
const PAUSE = MINUTE;

interface Due extends OpenPayment {
  /** Whether we have to expire the checkout. */
  over: boolean;
}

/**
 * Returns the pending payments to check with Stripe. These are the payments that haven't been checked since last night,
 * and the payments whose open checkout we have to expire, for example because its time has run out or its estimate
 * version was replaced. There are only a few pending payments, and all are in the partial index `payments_unsettled`.
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

/** Returns refunds that Stripe hasn't confirmed, and wasn't asked about within the last minute. */
const findRefunds = (system: Kysely<Database>, now: Date, limit: number): Promise<PaymentRefundRow[]> =>
  system
    .selectFrom('payment_refunds')
    .selectAll()
    .where('status', '=', 'started')
    .where(sql<boolean>`coalesce(tried_at < ${new Date(now.getTime() - PAUSE)}, true)`)
    .orderBy('created_at')
    .limit(limit)
    .execute();

/** Returns whether there are any payments or refunds to check. The sweep calls this function. */
export const isPaymentCheckDue = async (system: Kysely<Database>, now: Date): Promise<boolean> =>
  (await findDue(system, now, 1)).length > 0 || (await findRefunds(system, now, 1)).length > 0;

/**
 * Checks every due payment with Stripe. If a payment's checkout must no longer be paid, expires the checkout.
 * Otherwise, records the payment's status. Also sends refunds again that Stripe hasn't confirmed. If Stripe refuses a request about a payment, logs the error and skips the
 * payment. Rejects if Stripe doesn't answer. The next sweep then resumes. Resolves to the number of payments checked.
 */
export async function checkPayments(
  deps: StripeDeps,
  { stopping = () => false }: { stopping?: () => boolean } = {},
): Promise<number> {
  if (!deps.stripe) return 0;
  await finishRefunds(deps, stopping);
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

/** Sends the refunds again that weren't confirmed, with their own keys. Rejects if Stripe doesn't answer. */
async function finishRefunds(deps: StripeDeps, stopping: () => boolean): Promise<void> {
  for (const refund of await findRefunds(deps.system, deps.clock.now(), PAGE)) {
    if (stopping()) return;
    await deps.system
      .updateTable('payment_refunds')
      .set({ tried_at: deps.clock.now() })
      .where('id', '=', refund.id)
      .execute();
    await sendRefund(deps, refund).catch((error: unknown) => {
      // Another request is sending it, or Stripe refused it, which is stored.
      if (!isKeyInUse(error) && !(error instanceof AppError)) throw error;
    });
  }
}

async function check(deps: StripeDeps, payment: Due): Promise<void> {
  const { stripe_session_id: sessionId } = payment;
  try {
    // A checkout that we didn't record is found by its key and expired. Its URL was never given to anyone.
    if (payment.over || sessionId === null) await endPayment(deps, payment);
    else await applyStripePayment(deps, { payment, sessionId });
  } catch (error) {
    // Another worker is already checking this payment.
    if (isKeyInUse(error)) return;
    if (!isRefused(error) && !isMissing(error)) throw error;
    deps.logger.error({ err: errorForLog(error), payment: payment.id }, 'Stripe has no record of this pending payment');
  }
}
