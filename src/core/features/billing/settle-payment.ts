import { requireStripe } from './billing-deps.ts';
import type { SettleDeps } from './settle-from-stripe.ts';
import { settleSession } from './settle-session.ts';

/**
 * Updates the checkout of a payment on our own account (refund, dispute, fraud warning). A plan's invoices have none,
 * and their refunds change no subscription.
 */
export async function settlePayment(deps: SettleDeps, paymentIntent: string | null): Promise<string> {
  if (paymentIntent === null) return 'no payment of ours';
  const { data } = await requireStripe(deps).checkout.sessions.list({ payment_intent: paymentIntent, limit: 1 });
  const [session] = data;
  return session ? settleSession(deps, session.id) : 'no checkout behind it';
}

/** The same if only the charge is known. */
export async function settleCharge(deps: SettleDeps, charge: string | null): Promise<string> {
  if (charge === null) return 'no payment of ours';
  const { payment_intent: intent } = await requireStripe(deps).charges.retrieve(charge);
  return settlePayment(deps, typeof intent === 'string' ? intent : (intent?.id ?? null));
}
