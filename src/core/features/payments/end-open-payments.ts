import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { isRefused } from '../../platform/stripe.ts';
import { type BillingDeps, requireStripe } from '../billing/billing-deps.ts';
import { createSession, keepSession } from './create-session.ts';
import { type OpenPayment, selectPayments } from './payments.repository.ts';
import { settlePayment } from './settle-estimate-payment.ts';

/**
 * Closes a payment's checkout at Stripe and settles what became of it: expired, or paid after all. One whose
 * checkout we do not know is found by its key first. Rejects where Stripe does not answer.
 */
export async function endPayment(deps: BillingDeps, payment: OpenPayment): Promise<void> {
  const stripe = requireStripe(deps);
  const sessionId = payment.stripe_session_id ?? (await recover(deps, payment));
  if (sessionId === undefined) return;
  try {
    await stripe.checkout.sessions.expire(sessionId, {}, { stripeAccount: payment.stripe_account_id });
  } catch (error) {
    // not open any more: what it became decides
    if (!isRefused(error)) throw error;
  }
  await settlePayment(deps, { payment, sessionId });
}

async function recover(deps: BillingDeps, payment: OpenPayment): Promise<string | undefined> {
  try {
    const session = await createSession(deps, requireStripe(deps), payment);
    if (session) await keepSession(deps, payment, session.id);
    return session?.id;
  } catch (error) {
    // refused: there is none, and the payment is canceled
    if (isRefused(error)) return undefined;
    throw error;
  }
}

/**
 * Ends a company's open checkouts, as far as Stripe answers; what is left over is ended by the next sweep
 * (`reconcile-payments.ts`).
 */
export async function endOpenPayments(deps: BillingDeps, companyId: CompanyId): Promise<void> {
  if (!deps.stripe) return;
  const open = await inCompany(deps.db, companyId, (tx) =>
    selectPayments(tx).where('company_id', '=', companyId).where('status', '=', 'open').execute(),
  );
  for (const payment of open)
    await endPayment(deps, payment).catch((error: unknown) =>
      deps.logger.warn({ err: errorForLog(error), payment: payment.id }, 'could not end a checkout'),
    );
}
