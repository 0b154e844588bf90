import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import { errorForLog } from '../../platform/log-error.ts';
import type { StripeDeps } from '../billing/apply-stripe-truth.ts';
import { findEstimate } from '../estimates/estimates.repository.ts';
import { findOnItsWay, type OpenPayment } from './payments.repository.ts';
import { applyStripePayment } from './apply-stripe-payment.ts';

/** Minimum interval between our requests to Stripe while a page polls. */
const ASK_EVERY = 5 * SECOND;

/**
 * Reads the pending payment from Stripe when a homeowner returns from the checkout. Stripe's event may arrive later,
 * and the return URL alone doesn't prove that the homeowner paid (S3). Never rejects. If Stripe doesn't answer, the
 * stored payment doesn't change.
 */
export async function confirmPayment(
  deps: StripeDeps,
  of: { companyId: CompanyId; estimateId: EstimateId },
): Promise<void> {
  try {
    const payment = await mayAsk(deps, of);
    if (deps.stripe && payment?.stripe_session_id)
      await applyStripePayment(deps, { payment, sessionId: payment.stripe_session_id });
  } catch (error) {
    deps.logger.warn({ err: errorForLog(error), ...of }, "couldn't confirm a payment");
  }
}

/**
 * Returns the pending payment. Returns undefined if there's none, or if we asked Stripe about it within the last 5
 * seconds. If several requests arrive at once, only one of them gets the payment.
 */
const mayAsk = (
  { db, clock }: StripeDeps,
  { companyId, estimateId }: { companyId: CompanyId; estimateId: EstimateId },
): Promise<OpenPayment | undefined> =>
  inCompany(db, companyId, async (tx) => {
    const estimate = await findEstimate(tx, { companyId, id: estimateId });
    const payment = estimate && (await findOnItsWay(tx, { companyId, leadId: estimate.lead_id }));
    if (!payment) return undefined;
    const now = clock.now();
    const { numUpdatedRows } = await tx
      .updateTable('payments')
      .set({ last_reconciled_at: now })
      .where('company_id', '=', companyId)
      .where('id', '=', payment.id)
      .where((row) =>
        row.or([
          row('last_reconciled_at', 'is', null),
          row('last_reconciled_at', '<', new Date(now.getTime() - ASK_EVERY)),
        ]),
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n ? payment : undefined;
  });
