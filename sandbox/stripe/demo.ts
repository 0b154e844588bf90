import { SECOND } from '#shared/primitives/durations.ts';
import { demoMonth } from '../../scripts/demo/demo-month.ts';
import { DEMO_ACCOUNT, type DemoPayment, demoPayments } from '../../scripts/demo/demo-payments.ts';
import type { SessionPlan } from './session-plan.ts';
import {
  type Account,
  type Charge,
  type Customer,
  newId,
  type PaymentIntent,
  type Subscription,
} from './stripe-objects.ts';
import type { StripeWorld } from './stripe-world.ts';

/** The ids that `scripts/seed-demo.ts` uses for the demo company. */
const DEMO = { customer: 'cus_demo_acme_fence', subscription: 'sub_demo_acme_fence', account: DEMO_ACCOUNT };

/**
 * Creates the demo company's Stripe data: an active Pro plan for this month, a connected account, and homeowners'
 * payments. Doesn't send events.
 */
export function stockDemo(world: StripeWorld): void {
  if (world.find('customer', DEMO.customer, null) !== undefined) return;
  world.put<Customer>(null, {
    ...world.base('customer', 'cus'),
    id: DEMO.customer,
    email: 'demo@picket.test',
    name: 'Acme Fence',
    phone: null,
    currency: 'usd',
    delinquent: false,
  });
  world.put<Account>(null, {
    ...world.base('account', 'acct'),
    id: DEMO.account,
    type: 'none',
    country: 'US',
    default_currency: 'usd',
    email: 'demo@picket.test',
    business_type: 'company',
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    capabilities: { card_payments: 'active', transfers: 'active' },
    requirements: {
      currently_due: [],
      eventually_due: [],
      past_due: [],
      pending_verification: [],
      disabled_reason: null,
      current_deadline: null,
      alternatives: [],
      errors: [],
    },
  });
  world.put<Subscription>(null, demoSubscription(world));
  for (const payment of demoPayments(new Date(world.now() * SECOND))) stockPayment(world, payment);
}

/** Creates a paid checkout with its payment and charge, so that it can be refunded or disputed. */
function stockPayment(world: StripeWorld, payment: DemoPayment): void {
  const { session, intent, charge, amountCents: amount, feeCents: fee, method } = payment;
  const created = Math.floor(payment.at.getTime() / SECOND);
  const common = { currency: 'usd', customer: null, description: null, application_fee_amount: fee };
  world.put<Charge>(DEMO.account, {
    ...world.base('charge', 'ch'),
    ...common,
    id: charge,
    created,
    status: 'succeeded',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    captured: true,
    disputed: false,
    paid: true,
    refunded: false,
    payment_intent: intent,
    payment_method_details: { type: method },
    receipt_url: null,
  });
  world.put<PaymentIntent>(DEMO.account, {
    ...world.base('payment_intent', 'pi'),
    ...common,
    id: intent,
    created,
    status: 'succeeded',
    amount,
    amount_received: amount,
    latest_charge: charge,
    last_payment_error: null,
  });
  world.put<SessionPlan>(DEMO.account, {
    ...world.base('checkout.session', 'cs_test'),
    id: session,
    created,
    mode: 'payment',
    ui_mode: 'hosted_page',
    status: 'complete',
    payment_status: 'paid',
    amount_subtotal: amount,
    amount_total: amount,
    currency: 'usd',
    customer: null,
    customer_email: null,
    customer_details: null,
    client_reference_id: null,
    payment_intent: intent,
    subscription: null,
    invoice: null,
    success_url: null,
    cancel_url: null,
    expires_at: created,
    url: null,
    line_items_kept: [],
    payment: { fee, metadata: {}, description: null },
    subscription_metadata: {},
  });
}

function demoSubscription(world: StripeWorld): Subscription {
  const period = demoMonth(new Date(world.now() * SECOND));
  const start = period.start.getTime() / SECOND;
  const end = period.end.getTime() / SECOND;
  return {
    ...world.base('subscription', 'sub'),
    id: DEMO.subscription,
    created: start,
    status: 'active',
    customer: DEMO.customer,
    currency: 'usd',
    collection_method: 'charge_automatically',
    billing_cycle_anchor: start,
    start_date: start,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    latest_invoice: null,
    items: {
      object: 'list',
      url: `/v1/subscription_items?subscription=${DEMO.subscription}`,
      has_more: false,
      data: [
        {
          id: newId('si'),
          object: 'subscription_item',
          created: start,
          metadata: {},
          subscription: DEMO.subscription,
          price: world.get('price', world.options.stripe.prices.pro, null),
          quantity: 1,
          current_period_start: start,
          current_period_end: end,
        },
      ],
    },
  };
}
