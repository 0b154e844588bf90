import { SECOND } from '#shared/primitives/durations.ts';
import { demoMonth } from '../../scripts/demo/demo-month.ts';
import { newId, type Account, type Customer, type Subscription } from './stripe-objects.ts';
import type { StripeWorld } from './stripe-world.ts';

/** The ids that `scripts/seed-demo.ts` gives the demo company (contract.md, Demo company). */
const DEMO = { customer: 'cus_demo_acme_fence', subscription: 'sub_demo_acme_fence', account: 'acct_demo_acme_fence' };

/** What the demo company has at Stripe: an active Pro plan of this month and a connected account. Tells nobody. */
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
