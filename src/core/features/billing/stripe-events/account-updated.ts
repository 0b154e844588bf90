import { settleAccount } from '../../payments/settle-account.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** A connected account may, or may no longer, charge (S14). */
export const accountUpdated: StripeEventHandler = (deps, event) => settleAccount(deps, event.account);
