import { type Form, metadataAt, textAt } from './form.ts';
import type { Customer, PortalSession } from './stripe-objects.ts';
import type { Owner, StripeWorld } from './stripe-world.ts';

interface CustomerInput {
  email?: string | undefined;
  name?: string | undefined;
  phone?: string | undefined;
  metadata?: Record<string, string>;
}

export const customerInput = (form: Form): CustomerInput => ({
  email: textAt(form, 'email'),
  name: textAt(form, 'name'),
  phone: textAt(form, 'phone'),
  metadata: metadataAt(form),
});

export function createCustomer(world: StripeWorld, owner: Owner, input: CustomerInput): Customer {
  const customer = world.put<Customer>(owner, {
    ...world.base('customer', 'cus', input.metadata),
    email: input.email ?? null,
    name: input.name ?? null,
    phone: input.phone ?? null,
    currency: null,
    delinquent: false,
  });
  world.emit(owner, 'customer.created', customer);
  return customer;
}

/** As with Stripe, omitted fields stay unchanged and metadata is merged. */
export function updateCustomer(world: StripeWorld, owner: Owner, id: string, input: CustomerInput): Customer {
  const known = world.get('customer', id, owner);
  const customer = world.put(owner, {
    ...known,
    email: input.email ?? known.email,
    name: input.name ?? known.name,
    phone: input.phone ?? known.phone,
    metadata: { ...known.metadata, ...input.metadata },
  });
  world.emit(owner, 'customer.updated', customer);
  return customer;
}

/** Creates a billing portal session. Requires a customer (S4). */
export function createPortal(world: StripeWorld, owner: Owner, customer: string, returnUrl?: string): PortalSession {
  world.get('customer', customer, owner);
  const base = world.base('billing_portal.session', 'bps');
  return world.put<PortalSession>(owner, {
    ...base,
    customer,
    return_url: returnUrl ?? null,
    url: `${world.url}/billing/${base.id}`,
  });
}
