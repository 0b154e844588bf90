import type Stripe from 'stripe';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { isUuid } from '#shared/primitives/uuid.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { isMissing, type StripeClient } from '../../platform/stripe.ts';
import { requireStripe } from './billing-deps.ts';
import { applyStripeCredit, type CreditTruth } from './apply-stripe-credit.ts';
import { applyStripeTruth, type StripeDeps } from './apply-stripe-truth.ts';
import { applyStripePlan, UnknownAtStripeError } from './apply-stripe-plan.ts';
import { type Operation, recordOperation } from './operations.repository.ts';

/** A checkout's current state in Stripe. */
interface SessionTruth extends CreditTruth {
  status: Operation['status'];
}

/**
 * Rereads a checkout from Stripe and stores the result. A plan is stored in the subscriber's row. A credit is stored in
 * the ledger, once per session (S3). If the credit's payment was refunded or disputed, the reversal is stored in the
 * ledger too. Ignores checkouts that we didn't create. Returns a short description of the result. Throws if Stripe
 * doesn't respond.
 */
export async function applyStripeSession(deps: StripeDeps, sessionId: string): Promise<string> {
  const stripe = requireStripe(deps);
  const session = await readSession(stripe, sessionId);
  const operation = session && (await findOperation(deps, session));
  if (!session || !operation) return 'not our checkout';
  // The plan is stored first, so that access exists before the checkout is shown as complete.
  if (operation.kind === 'checkout.plan' && session.status === 'complete')
    await applyStripePlan(deps, operation.company_id);
  let said = operation.kind;
  let isTaken = false;
  await applyStripeTruth(deps.system, {
    key: `session:${sessionId}`,
    read: () => readTruth(stripe, sessionId),
    write: async (tx, truth) => {
      const of = { companyId: operation.company_id, id: operation.id };
      await recordOperation(tx, of, { stripeId: sessionId, status: truth.status });
      if (operation.kind !== 'checkout.credit') return;
      const change = await applyStripeCredit(tx, { operation, sessionId, truth, at: deps.clock.now() });
      said = change ?? said;
      isTaken = truth.refunded || truth.disputed;
    },
  });
  // The company's access may depend on the reversed credit, so the plan is reread.
  if (isTaken) await applyStripeKnownPlan(deps, operation.company_id);
  return said;
}

/** Like `applyStripePlan`, but doesn't change a plan that Stripe doesn't recognize. */
async function applyStripeKnownPlan(deps: StripeDeps, companyId: CompanyId): Promise<void> {
  try {
    await applyStripePlan(deps, companyId);
  } catch (error) {
    if (!(error instanceof UnknownAtStripeError)) throw error;
    deps.logger.warn(
      { companyId, err: errorForLog(error) },
      'Stripe has no record of this plan, so the plan is kept unchanged',
    );
  }
}

/** Returns the session, or undefined if it doesn't exist in Stripe. */
async function readSession(stripe: StripeClient, id: string): Promise<Stripe.Checkout.Session | undefined> {
  try {
    return await stripe.checkout.sessions.retrieve(id);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Finds the operation that created the checkout session. Searches by the session's id first. If the process crashed
 * before it stored that id, finds the operation by the id in the session's metadata.
 */
async function findOperation(
  { system }: Pick<StripeDeps, 'system'>,
  { id, metadata }: Stripe.Checkout.Session,
): Promise<Operation | undefined> {
  const columns = ['id', 'company_id', 'kind', 'fingerprint', 'request', 'status', 'stripe_id', 'created_at'] as const;
  const known = await system
    .selectFrom('stripe_operations')
    .select(columns)
    .where('stripe_id', '=', id)
    .executeTakeFirst();
  const named = metadata?.['operationId'];
  if (known || named === undefined || !isUuid(named)) return known;
  return system
    .selectFrom('stripe_operations')
    .select(columns)
    .where('id', '=', named)
    .where('stripe_id', 'is', null)
    .executeTakeFirst();
}

async function readTruth(stripe: StripeClient, id: string): Promise<SessionTruth> {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  const paid = session.status === 'complete' && session.payment_status !== 'unpaid';
  return {
    status: statusOf(session, intent),
    paid,
    refunded: charge?.refunded === true,
    disputed: charge?.disputed === true && (await isDisputeAgainstUs(stripe, charge.id)),
  };
}

function statusOf(session: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): Operation['status'] {
  if (session.status === 'expired') return 'expired';
  if (session.status !== 'complete') return 'open';
  if (session.payment_status !== 'unpaid' || session.mode === 'subscription') return 'done';
  return intent?.status === 'requires_payment_method' || intent?.status === 'canceled' ? 'failed' : 'processing';
}

/**
 * Statuses of disputes that don't cost us money. A bank inquiry doesn't withdraw any money, and a won or prevented
 * dispute returns it (S16).
 */
const HARMLESS = ['won', 'prevented', 'warning_closed', 'warning_needs_response', 'warning_under_review'];

async function isDisputeAgainstUs(stripe: StripeClient, charge: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ charge });
  return data.some(({ status }) => !HARMLESS.includes(status));
}

/**
 * Updates the checkout after its payment to our own account was refunded, disputed or reported as fraud. Does nothing
 * for a plan's invoices, because they don't have a checkout and refunding them doesn't change the subscription.
 */
export async function applyStripePayment(deps: StripeDeps, paymentIntent: string | null): Promise<string> {
  if (paymentIntent === null) return 'not our payment';
  const { data } = await requireStripe(deps).checkout.sessions.list({ payment_intent: paymentIntent, limit: 1 });
  const [session] = data;
  return session ? applyStripeSession(deps, session.id) : 'no checkout for this payment';
}

/** Like `applyStripePayment`, for events that contain only the charge. */
export async function applyStripeCharge(deps: StripeDeps, charge: string | null): Promise<string> {
  if (charge === null) return 'not our payment';
  const { payment_intent: intent } = await requireStripe(deps).charges.retrieve(charge);
  return applyStripePayment(deps, typeof intent === 'string' ? intent : (intent?.id ?? null));
}
