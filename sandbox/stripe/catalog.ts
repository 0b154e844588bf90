import type { Price } from './stripe-objects.ts';
import type { StripeWorld } from './stripe-world.ts';

/**
 * Creates the three plans as Stripe products and prices, with the ids from Picket's configuration. Amounts are in
 * cents.
 */
export function stockCatalog(world: StripeWorld): void {
  const { starter, pro, payAsYouGo } = world.options.stripe.prices;
  const monthly: Price['recurring'] = { interval: 'month', interval_count: 1, usage_type: 'licensed' };
  stock(world, { id: payAsYouGo, name: 'Lead Credit', cents: 10_00, recurring: null });
  stock(world, { id: starter, name: 'Starter', cents: 49_00, recurring: monthly });
  stock(world, { id: pro, name: 'Pro', cents: 249_00, recurring: monthly });
}

interface Plan {
  id: string;
  name: string;
  cents: number;
  recurring: Price['recurring'];
}

function stock(world: StripeWorld, { id, name, cents, recurring }: Plan): void {
  if (world.find('price', id, null) !== undefined) return;
  const product = world.put(null, { ...world.base('product', 'prod'), name, active: true, description: null });
  world.put<Price>(null, {
    ...world.base('price', 'price'),
    id,
    active: true,
    currency: 'usd',
    product: product.id,
    type: recurring === null ? 'one_time' : 'recurring',
    unit_amount: cents,
    recurring,
  });
}
