import { type Form, formAt, textAt, textsAt, wholeAt } from './form.ts';
import { shown } from './session-plan.ts';
import type { CheckoutSession, StripeList, StripeObject } from './stripe-objects.ts';
import type { Owner, StripeWorld } from './stripe-world.ts';

const DEFAULT_LIMIT = 10;
const LARGEST_LIMIT = 100;
const NOT_FILTERS = ['limit', 'starting_after', 'ending_before', 'expand', 'created', 'status'];

/**
 * Returns one page of a list. Filters: exact field values, `created[gte]` and similar, and `status` ('all' for any
 * status).
 */
export function listAnswer<T extends StripeObject>(all: T[], form: Form, url: string): StripeList<T> {
  const found = all.filter((one) => passes(one, form));
  const limit = Math.min(Math.max(wholeAt(form, 'limit') ?? DEFAULT_LIMIT, 1), LARGEST_LIMIT);
  const after = textAt(form, 'starting_after');
  const before = textAt(form, 'ending_before');
  const start = after === undefined ? 0 : found.findIndex(({ id }) => id === after) + 1;
  const end = before === undefined ? found.length : found.findIndex(({ id }) => id === before);
  const from = before === undefined ? start : Math.max(0, end - limit);
  const data = found.slice(from, Math.min(from + limit, end));
  return { object: 'list', url, has_more: before === undefined ? from + limit < end : from > 0, data };
}

function passes(one: StripeObject, form: Form): boolean {
  const fields = new Map<string, unknown>(Object.entries(one));
  const created = formAt(form, 'created');
  const status = textAt(form, 'status');
  const bound = (name: string, holds: (limit: number) => boolean): boolean => {
    const limit = wholeAt(created, name);
    return limit === undefined || holds(limit);
  };
  return (
    Object.entries(form).every(([name, value]) => NOT_FILTERS.includes(name) || fields.get(name) === value) &&
    (status === 'all' || (status === undefined ? !endedSubscription(one, fields) : fields.get('status') === status)) &&
    bound('gte', (limit) => one.created >= limit) &&
    bound('gt', (limit) => one.created > limit) &&
    bound('lte', (limit) => one.created <= limit) &&
    bound('lt', (limit) => one.created < limit)
  );
}

/** Returns true for a canceled subscription. Canceled subscriptions are listed only if the filter includes them. */
const endedSubscription = (one: StripeObject, fields: Map<string, unknown>): boolean =>
  one.object === 'subscription' && fields.get('status') === 'canceled';

/** Returns a copy of the object for a response. The ids in `expand[]` are replaced with their objects, at any depth. */
export function answerOf(world: StripeWorld, owner: Owner, value: unknown, form: Form): unknown {
  const copy: unknown = structuredClone(value);
  const clean = isSession(copy) ? shown(copy) : copy;
  for (const path of textsAt(form, 'expand')) expand(world, owner, clean, path.split('.'));
  return clean;
}

const isSession = (value: unknown): value is CheckoutSession =>
  typeof value === 'object' && value !== null && 'object' in value && value.object === 'checkout.session';

function expand(world: StripeWorld, owner: Owner, value: unknown, [name, ...rest]: string[]): void {
  if (name === undefined || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const entry of value) expand(world, owner, entry, [name, ...rest]);
    return;
  }
  const fields = value as Record<string, unknown>;
  const inner = fields[name];
  if (typeof inner === 'string') {
    const found = world.anything(inner, owner);
    if (found !== undefined) fields[name] = answerOf(world, owner, found, {});
  }
  expand(world, owner, fields[name], rest);
}
