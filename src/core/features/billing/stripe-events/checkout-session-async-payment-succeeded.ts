import { settleSession } from '../settle-session.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A bank debit has arrived: now the checkout grants what was bought (S3). */
export const checkoutSessionAsyncPaymentSucceeded: StripeEventHandler = (deps, event) =>
  settleSession(deps, idAt(event, 'id') ?? '');
