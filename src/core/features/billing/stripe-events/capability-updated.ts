import { settleAccount } from '../../payments/settle-account.ts';
import type { StripeEventHandler } from './stripe-event.ts';

/** A capability of a connected account changed; whether it may charge is read anew (S14). */
export const capabilityUpdated: StripeEventHandler = (deps, event) => settleAccount(deps, event.account);
