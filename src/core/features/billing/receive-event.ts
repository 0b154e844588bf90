import { sql } from 'kysely';
import type Stripe from 'stripe';
import type { Deps } from '../../platform/deps.ts';
import { isLiveKey } from '../../platform/stripe.ts';

export type Endpoint = 'platform' | 'connect';

/**
 * Keeps a verified event, once by its id, for the worker. One of the other mode, or that came to the wrong endpoint,
 * is kept as ignored (S10). False where there is nothing to do: it was there already, or is ignored.
 */
export async function receiveEvent(
  { system, config }: Pick<Deps, 'system' | 'config'>,
  { event, endpoint }: { event: Stripe.Event; endpoint: Endpoint },
): Promise<boolean> {
  const account = event.account ?? null;
  const ignored = whyIgnored(event, { endpoint, live: isLiveKey(config) });
  const { numInsertedOrUpdatedRows: stored } = await system
    .insertInto('stripe_events')
    .values({
      id: event.id,
      type: event.type,
      account,
      livemode: event.livemode,
      payload: JSON.stringify(event, storable),
      ...(ignored !== null && { processed_at: sql<Date>`now()`, note: `ignored: ${ignored}` }),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return ignored === null && stored === 1n;
}

/** jsonb holds no NUL and no half of a surrogate pair: refused, Stripe would send the event for three days and give up. */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value;

function whyIgnored(event: Stripe.Event, { endpoint, live }: { endpoint: Endpoint; live: boolean }): string | null {
  if (event.livemode !== live) return event.livemode ? 'of live mode' : 'of test mode';
  if ((event.account !== undefined) !== (endpoint === 'connect')) return 'meant for the other endpoint';
  return null;
}
