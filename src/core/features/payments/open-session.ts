import { AppError } from '#shared/primitives/app-error.ts';
import type { StripeClient } from '../../platform/stripe.ts';
import type { SettleDeps } from '../billing/settle-from-stripe.ts';
import { inCompany } from '../../platform/db/app.ts';
import { createSession, keepSession } from './create-session.ts';
import { endPayment } from './end-open-payments.ts';
import { noteHandedOut, type OpenPayment } from './payments.repository.ts';
import { settlePayment } from './settle-estimate-payment.ts';

const JUST_PAID = 'This was just paid. Refresh to see it';

/** The URL of a payment's checkout; undefined if it has ended or is being expired, and the next try starts over. */
export async function openSession(
  deps: SettleDeps,
  stripe: StripeClient,
  payment: OpenPayment,
): Promise<string | undefined> {
  const { stripe_session_id: known, stripe_account_id: stripeAccount } = payment;
  if (known !== null) {
    const session = await stripe.checkout.sessions.retrieve(known, {}, { stripeAccount });
    if (session.status === 'open' && session.url) return (await mayGoThere(deps, payment)) ? session.url : undefined;
    await settlePayment(deps, { payment, sessionId: known });
    if (session.status === 'complete') throw new AppError(JUST_PAID, 'CONFLICT');
    return undefined;
  }
  const session = await createSession(deps, stripe, payment);
  if (session === undefined) return undefined;
  if (await keepSession(deps, payment, session.id))
    return session.url && (await mayGoThere(deps, payment)) ? session.url : undefined;
  await endPayment(deps, { ...payment, stripe_session_id: session.id });
  throw new AppError('Online payment isn’t available right now', 'CONFLICT');
}

/** Checked last, after Stripe's answer: the decision to expire it may have been made meanwhile. */
const mayGoThere = ({ db }: SettleDeps, payment: OpenPayment): Promise<boolean> =>
  inCompany(db, payment.company_id, (tx) => noteHandedOut(tx, payment));
