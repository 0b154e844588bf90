import { settleSession } from '../settle-session.ts';
import { idAt, type StripeEventHandler } from './stripe-event.ts';

/** A checkout was abandoned: the next click begins a new one (S2). */
export const checkoutSessionExpired: StripeEventHandler = (deps, event) => settleSession(deps, idAt(event, 'id') ?? '');
