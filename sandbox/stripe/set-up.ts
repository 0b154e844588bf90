import { flagAt, textAt, textsAt } from './form.ts';
import type { StripeCall } from './resources.ts';
import type { PortalConfiguration, WebhookEndpoint } from './stripe-objects.ts';
import { API_VERSION, type StripeWorld } from './stripe-world.ts';

/** Creates what an operator sets up in Stripe's dashboard: the two webhook endpoints and the billing portal. */
export function stockSetUp(world: StripeWorld): void {
  if (world.list('webhook_endpoint', null).length > 0) return;
  for (const path of ['/webhooks/stripe', '/webhooks/stripe/connect'])
    world.put<WebhookEndpoint>(null, {
      ...world.base('webhook_endpoint', 'we'),
      url: `${world.options.appUrl}${path}`,
      status: 'enabled',
      enabled_events: ['*'],
      api_version: API_VERSION,
      application: null,
    });
  world.put<PortalConfiguration>(null, {
    ...world.base('billing_portal.configuration', 'bpc'),
    active: true,
    is_default: true,
    features: {
      subscription_cancel: { enabled: true },
      payment_method_update: { enabled: true },
      invoice_history: { enabled: true },
    },
  });
}

/** Returns the account that the key belongs to. */
export const ownAccount = ({ world }: StripeCall) => ({
  ...world.base('account', 'acct'),
  id: 'acct_sandbox_platform',
  type: 'standard',
  country: 'US',
  charges_enabled: true,
  payouts_enabled: true,
  details_submitted: true,
});

export function updateEndpoint({ world, id, form }: StripeCall) {
  const before = world.get('webhook_endpoint', id, null);
  const events = textsAt(form, 'enabled_events');
  const off = flagAt(form, 'disabled');
  return world.put<WebhookEndpoint>(null, {
    ...before,
    url: textAt(form, 'url') ?? before.url,
    enabled_events: events.length > 0 ? events : before.enabled_events,
    status: off === undefined ? before.status : off ? 'disabled' : 'enabled',
  });
}

export function deleteEndpoint({ world, id }: StripeCall) {
  world.get('webhook_endpoint', id, null);
  world.forget(id);
  return { id, object: 'webhook_endpoint', deleted: true };
}

/** As in Stripe, a price that's no longer active can't be bought. */
export function updatePrice({ world, id, form }: StripeCall) {
  const before = world.get('price', id, null);
  return world.put(null, { ...before, active: flagAt(form, 'active') ?? before.active });
}
