import { z } from 'zod';
import { paymentIdSchema } from '#shared/primitives/ids.ts';
import { idOf, isMissing } from '../../platform/stripe.ts';
import { requireStripe } from '../billing/billing-deps.ts';
import { type StripeDeps, applyStripeTruth } from '../billing/apply-stripe-truth.ts';
import { readPaymentTruth } from './payment-truth.ts';
import { type OpenPayment, selectPayments } from './payments.repository.ts';
import { recordPayment } from './record-payment.ts';
import { isAccountOfOurs } from './apply-stripe-account.ts';

const NOT_OURS = 'not our payment';

interface OnAccount {
  /** The connected account that the event is about. No other account's data is changed (S10). */
  account: string;
  id: string | null;
}

/**
 * Reads a homeowner's checkout from Stripe again and stores its payment's status. Ignores a checkout that we didn't
 * create, or whose payment belongs to a different Stripe account.
 */
export async function applyStripeCheckout(deps: StripeDeps, { account, id }: OnAccount): Promise<string> {
  if (id === null) return NOT_OURS;
  const known = await selectPayments(deps.system).where('stripe_session_id', '=', id).executeTakeFirst();
  if (known && known.stripe_account_id !== account) return NOT_OURS;
  const payment = known ?? (await findByMetadata(deps, { account, id }));
  return payment ? applyStripePayment(deps, { payment, sessionId: id }) : NOT_OURS;
}

/** After a refund or a dispute, reads the payment's checkout from Stripe again and stores its status. */
export async function applyStripeIntent(deps: StripeDeps, { account, id }: OnAccount): Promise<string> {
  if (id === null) return NOT_OURS;
  const known = await selectPayments(deps.system)
    .where('stripe_account_id', '=', account)
    .where('stripe_payment_intent', '=', id)
    .executeTakeFirst();
  if (known?.stripe_session_id) return applyStripePayment(deps, { payment: known, sessionId: known.stripe_session_id });
  if (!(await isAccountOfOurs(deps, account))) return NOT_OURS;
  const { data } = await requireStripe(deps).checkout.sessions.list(
    { payment_intent: id, limit: 1 },
    { stripeAccount: account },
  );
  return applyStripeCheckout(deps, { account, id: data[0]?.id ?? null });
}

/** Like `applyStripeIntent`, but takes a charge id. */
export async function applyStripeCharge(deps: StripeDeps, { account, id }: OnAccount): Promise<string> {
  if (id === null || !(await isAccountOfOurs(deps, account))) return NOT_OURS;
  const charge = await requireStripe(deps).charges.retrieve(id, {}, { stripeAccount: account });
  return applyStripeIntent(deps, { account, id: idOf(charge.payment_intent) });
}

const metadataSchema = z.object({ paymentId: paymentIdSchema });

/** Finds a checkout's payment by the checkout's metadata. Needed if we crashed before recording the checkout's id. */
async function findByMetadata(
  deps: StripeDeps,
  { account, id }: { account: string; id: string },
): Promise<OpenPayment | undefined> {
  if (!(await isAccountOfOurs(deps, account))) return undefined;
  const session = await requireStripe(deps)
    .checkout.sessions.retrieve(id, {}, { stripeAccount: account })
    .catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
  const named = metadataSchema.safeParse(session?.metadata);
  if (!named.success) return undefined;
  return selectPayments(deps.system)
    .where('id', '=', named.data.paymentId)
    .where('stripe_account_id', '=', account)
    .where('stripe_session_id', 'is', null)
    .executeTakeFirst();
}

/**
 * Reads a payment from Stripe and records its status. The result is the same if events are repeated, if they arrive out
 * of order, or if the process crashes and the event is processed again. Resolves to the payment's current status, for
 * the log. Rejects if Stripe doesn't answer.
 */
export async function applyStripePayment(
  deps: StripeDeps,
  { payment, sessionId }: { payment: OpenPayment; sessionId: string },
): Promise<string> {
  const stripe = requireStripe(deps);
  let said = 'another worker read it again';
  await applyStripeTruth(deps.system, {
    key: `payment:${payment.id}`,
    read: () => readPaymentTruth(stripe, { sessionId, account: payment.stripe_account_id }),
    write: async (tx, truth) => {
      said = await recordPayment(tx, deps, { payment, sessionId, truth });
    },
  });
  await deps.wakeUps.enqueue(payment.company_id);
  return said;
}
