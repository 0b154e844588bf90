import { settleSession } from '../settle-session.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A bank debit was refused: the checkout comes to nothing (S3). */
export const checkoutSessionAsyncPaymentFailed: StripeEventHandler = (deps, event) =>
  settleSession(deps, idAt(event, 'id') ?? '');
