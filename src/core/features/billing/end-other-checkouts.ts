import { AppError } from '#shared/primitives/app-error.ts';
import { isRefused, type StripeClient } from '../../platform/stripe.ts';
import type { SettleDeps } from './settle-from-stripe.ts';
import { findUnsettled, type Operation } from './operations.repository.ts';
import { settleSession } from './settle-session.ts';

const JUST_PAID = 'We’re confirming your payment for another plan. This takes a moment';

/**
 * Expires the company's open checkouts for other plans, so two tabs never buy two plans. CONFLICT if one of them turns
 * out to be paid.
 */
export async function endOtherCheckouts(deps: SettleDeps, stripe: StripeClient, wanted: Operation): Promise<void> {
  const others = (await findUnsettled(deps.db, wanted.company_id)).filter(
    ({ id, kind, stripe_id: session }) => kind === 'checkout.plan' && id !== wanted.id && session !== null,
  );
  for (const { id, stripe_id: session } of others) if (session !== null) await endCheckout(deps, stripe, id, session);
}

async function endCheckout(deps: SettleDeps, stripe: StripeClient, operation: string, session: string): Promise<void> {
  try {
    await stripe.checkout.sessions.expire(session, {}, { idempotencyKey: `${operation}-expire` });
  } catch (error) {
    // no longer open: its result decides
    if (!isRefused(error)) throw error;
  }
  await settleSession(deps, session);
  const now = await stripe.checkout.sessions.retrieve(session);
  if (now.status === 'complete') throw new AppError(JUST_PAID, 'CONFLICT');
}
