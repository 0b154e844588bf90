import Stripe from 'stripe';
import { CONNECT_EVENTS, PLATFORM_EVENTS } from '#core/features/stripe-events/events.ts';
import type { Config } from '#core/platform/config.ts';
import { createStripe } from '#core/platform/stripe-client.ts';
import type { StripeClient } from '#core/platform/stripe.ts';
import { type PlanId, PLANS } from '#shared/features/billing/plans.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { type Check, fault, type Finding, ok, warning } from './finding.ts';

export const payments: Check = {
  about: 'Stripe',
  async look({ config }) {
    const stripe = createStripe(config);
    if (!stripe) return [warning('STRIPE_SECRET_KEY isn’t set, so plans and deposits can’t be paid (step 7)')];
    const key = await keyOf(stripe, config);
    if (key.level === 'fault') return [key];
    return [key, ...(await prices(stripe, config)), ...(await webhooks(stripe, config)), await portal(stripe)];
  },
};

async function keyOf(stripe: StripeClient, config: Config): Promise<Finding> {
  try {
    await stripe.accounts.retrieveCurrent();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeAuthenticationError)) throw error;
    return fault('it refuses the key. Check STRIPE_SECRET_KEY');
  }
  const test = /^(sk|rk)_test_/.test(config.STRIPE_SECRET_KEY ?? '');
  return test && config.NODE_ENV === 'production'
    ? warning('the key is a test key: nobody pays real money')
    : ok('the key is accepted');
}

const PRICE_OF = {
  starter: 'STRIPE_PRICE_STARTER',
  pro: 'STRIPE_PRICE_PRO',
  pay_as_you_go: 'STRIPE_PRICE_PAY_AS_YOU_GO',
} as const satisfies Record<PlanId, keyof Config>;

const prices = (stripe: StripeClient, config: Config): Promise<Finding[]> =>
  Promise.all(
    PLANS.map(async ({ id, name, priceCents }) => {
      const setting = PRICE_OF[id];
      const price = await stripe.prices.retrieve(config[setting] ?? '').catch((error: unknown) => {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return undefined;
        throw error;
      });
      if (!price) return fault(`${setting} isn’t a price of this account. Create one and set its id (step 7)`);
      if (!price.active) return fault(`${setting} is archived. Unarchive the price, or create a new one (step 7)`);
      const monthly = price.recurring?.interval === 'month' && price.recurring.interval_count === 1;
      if (id === 'pay_as_you_go' ? price.type !== 'one_time' : !monthly)
        return fault(`${setting} must be ${id === 'pay_as_you_go' ? 'a one-time price' : 'a monthly price'} (step 7)`);
      return price.unit_amount === priceCents && price.currency === 'usd'
        ? ok(`${name} costs ${formatCents(priceCents)}`)
        : fault(
            `${setting} isn’t ${formatCents(priceCents)}, as the plan’s card says. Create a price of that amount (step 7)`,
          );
    }),
  );

async function webhooks(stripe: StripeClient, config: Config): Promise<Finding[]> {
  const endpoints = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 });
  const look = (path: string, events: object): Finding => {
    const url = config.PUBLIC_URL + path;
    const endpoint = endpoints.find((one) => one.url === url);
    if (!endpoint) return fault(`no webhook endpoint posts to ${url}. Create it (step 7)`);
    if (endpoint.status !== 'enabled')
      return fault(`the webhook endpoint ${url} is disabled. Enable it in Stripe’s dashboard`);
    const all = endpoint.enabled_events.includes('*');
    const missing = Object.keys(events).filter((type) => !all && !endpoint.enabled_events.includes(type));
    if (missing.length > 0)
      return fault(`the webhook endpoint ${url} lacks the events ${missing.join(', ')}. Add them`);
    return endpoint.api_version === Stripe.API_VERSION
      ? ok(`${path} gets its events`)
      : warning(
          `the webhook endpoint ${url} has API version ${endpoint.api_version ?? 'of the account'}. Picket is tested with ${Stripe.API_VERSION}`,
        );
  };
  return [look('/webhooks/stripe', PLATFORM_EVENTS), look('/webhooks/stripe/connect', CONNECT_EVENTS)];
}

async function portal(stripe: StripeClient): Promise<Finding> {
  const { data } = await stripe.billingPortal.configurations.list({ limit: 100 });
  const current = data.find((one) => one.is_default && one.active);
  if (!current)
    return fault('the billing portal isn’t set up. Save it once under Settings → Billing → Customer portal');
  return current.features.subscription_cancel.enabled && current.features.payment_method_update.enabled
    ? ok('customers can cancel and change their card in the billing portal')
    : warning('the billing portal doesn’t let customers cancel and change their card. Allow both (step 7)');
}
