import { randomBytes } from 'node:crypto';

/**
 * The fields that every object has. All other fields have Stripe's names. Times are in whole seconds, and amounts are
 * in integer cents.
 */
export interface StripeObject {
  id: string;
  object: string;
  created: number;
  livemode: false;
  metadata: Record<string, string>;
}
export interface StripeList<T> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: T[];
}
export interface Customer extends StripeObject {
  object: 'customer';
  email: string | null;
  name: string | null;
  phone: string | null;
  currency: string | null;
  delinquent: boolean;
  deleted?: true;
}
export interface Product extends StripeObject {
  object: 'product';
  name: string;
  active: boolean;
  description: string | null;
}
export interface Price extends StripeObject {
  object: 'price';
  active: boolean;
  currency: string;
  product: string;
  type: 'one_time' | 'recurring';
  unit_amount: number;
  recurring: { interval: 'month' | 'year'; interval_count: number; usage_type: 'licensed' } | null;
}
export interface LineItem {
  id: string;
  object: 'item';
  amount_subtotal: number;
  amount_total: number;
  currency: string;
  description: string;
  price: Price;
  quantity: number;
}
export interface CheckoutSession extends StripeObject {
  object: 'checkout.session';
  mode: 'payment' | 'subscription' | 'setup';
  ui_mode: 'hosted_page';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  amount_subtotal: number;
  amount_total: number;
  currency: string;
  customer: string | null;
  customer_email: string | null;
  customer_details: { email: string | null; name: string | null } | null;
  client_reference_id: string | null;
  payment_intent: string | null;
  subscription: string | null;
  invoice: string | null;
  success_url: string | null;
  cancel_url: string | null;
  expires_at: number;
  url: string | null;
}
export interface SubscriptionItem {
  id: string;
  object: 'subscription_item';
  created: number;
  metadata: Record<string, string>;
  subscription: string;
  price: Price;
  quantity: number;
  current_period_start: number;
  current_period_end: number;
}
export interface Subscription extends StripeObject {
  object: 'subscription';
  status: 'active' | 'past_due' | 'canceled' | 'incomplete' | 'unpaid' | 'paused' | 'trialing' | 'incomplete_expired';
  customer: string;
  currency: string;
  collection_method: 'charge_automatically';
  billing_cycle_anchor: number;
  start_date: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  latest_invoice: string | null;
  items: StripeList<SubscriptionItem>;
}
export interface Invoice extends StripeObject {
  object: 'invoice';
  status: 'paid' | 'open';
  customer: string;
  currency: string;
  billing_reason: 'subscription_create' | 'subscription_cycle';
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  total: number;
  attempted: boolean;
  attempt_count: number;
  next_payment_attempt: number | null;
  period_start: number;
  period_end: number;
  hosted_invoice_url: string | null;
  parent: {
    type: 'subscription_details';
    quote_details: null;
    subscription_details: { metadata: Record<string, string>; subscription: string };
  };
}
/** The buyer's payment method. */
export type PaymentMethod = 'card' | 'us_bank_account';
export interface PaymentIntent extends StripeObject {
  object: 'payment_intent';
  status: 'requires_payment_method' | 'processing' | 'succeeded' | 'canceled';
  amount: number;
  amount_received: number;
  application_fee_amount: number | null;
  currency: string;
  customer: string | null;
  description: string | null;
  latest_charge: string | null;
  last_payment_error: { type: 'card_error'; code: string; message: string } | null;
}
export interface Charge extends StripeObject {
  object: 'charge';
  status: 'succeeded' | 'failed';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  application_fee_amount: number | null;
  currency: string;
  customer: string | null;
  description: string | null;
  captured: boolean;
  disputed: boolean;
  paid: boolean;
  refunded: boolean;
  payment_intent: string;
  payment_method_details: { type: PaymentMethod };
  receipt_url: string | null;
}
export interface Refund extends StripeObject {
  object: 'refund';
  status: 'succeeded' | 'pending' | 'failed';
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: 'requested_by_customer' | 'duplicate' | 'fraudulent' | null;
}
export interface Dispute extends StripeObject {
  object: 'dispute';
  status: 'needs_response' | 'under_review' | 'won' | 'lost';
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string;
  is_charge_refundable: boolean;
}
export interface Account extends StripeObject {
  object: 'account';
  type: 'express' | 'standard' | 'custom' | 'none';
  country: string;
  default_currency: string;
  email: string | null;
  business_type: string | null;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  details_submitted: boolean;
  capabilities: Record<string, 'active' | 'inactive' | 'pending'>;
  requirements: {
    currently_due: string[];
    eventually_due: string[];
    past_due: string[];
    pending_verification: string[];
    disabled_reason: 'requirements.past_due' | null;
    current_deadline: null;
    alternatives: never[];
    errors: never[];
  };
}
export interface AccountLink extends StripeObject {
  object: 'account_link';
  account: string;
  expires_at: number;
  return_url: string;
  refresh_url: string;
  used: boolean;
}
export interface PortalSession extends StripeObject {
  object: 'billing_portal.session';
  customer: string;
  return_url: string | null;
  url: string;
}
export interface WebhookEndpoint extends StripeObject {
  object: 'webhook_endpoint';
  url: string;
  status: 'enabled' | 'disabled';
  enabled_events: string[];
  api_version: string | null;
  application: null;
}
export interface PortalConfiguration extends StripeObject {
  object: 'billing_portal.configuration';
  active: boolean;
  is_default: boolean;
  features: {
    subscription_cancel: { enabled: boolean };
    payment_method_update: { enabled: boolean };
    invoice_history: { enabled: boolean };
  };
}
export interface StripeEvent extends StripeObject {
  object: 'event';
  api_version: string;
  type: string;
  account?: string;
  data: { object: unknown };
  pending_webhooks: number;
  request: { id: null; idempotency_key: null };
}

export interface ObjectKinds {
  customer: Customer;
  product: Product;
  price: Price;
  'checkout.session': CheckoutSession;
  subscription: Subscription;
  invoice: Invoice;
  payment_intent: PaymentIntent;
  charge: Charge;
  refund: Refund;
  dispute: Dispute;
  account: Account;
  account_link: AccountLink;
  'billing_portal.session': PortalSession;
  'billing_portal.configuration': PortalConfiguration;
  webhook_endpoint: WebhookEndpoint;
  event: StripeEvent;
}
export type Kind = keyof ObjectKinds;

/** Generates an id in Stripe's format, such as `cus_` followed by 24 hex digits. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
