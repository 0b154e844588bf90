import type { CheckoutSession, LineItem } from './stripe-objects.ts';

/** An item to pay for. Amounts are in integer cents. `fee` is the platform's share of a direct charge. */
export interface PaymentInput {
  amount: number;
  currency: string;
  customer: string | null;
  fee: number | null;
  description: string | null;
  metadata: Record<string, string>;
}

/**
 * A session as it's stored, with additional fields for completing it. Stripe's responses don't contain these fields.
 */
export interface SessionPlan extends CheckoutSession {
  line_items_kept: LineItem[];
  payment: Omit<PaymentInput, 'amount' | 'currency' | 'customer'>;
  subscription_metadata: Record<string, string>;
}

/** The session as Stripe returns it. */
export function shown(session: CheckoutSession): CheckoutSession {
  const {
    line_items_kept: _items,
    payment: _payment,
    subscription_metadata: _metadata,
    ...rest
  } = session as SessionPlan;
  return rest;
}
