import { sql } from 'kysely';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { isLiveKey } from '../../platform/stripe.ts';
import type { ReceivedEvent } from './read-event.ts';

export type ReceiveDeps = SystemDeps & Pick<Deps, 'config'>;
export type Endpoint = 'platform' | 'connect';

/**
 * Stores a verified event for the worker, once per id. An event of the other mode or endpoint is stored as ignored
 * (S10). False if there is nothing to do, because it already existed or is ignored.
 */
export async function receiveEvent(
  { system, config }: ReceiveDeps,
  { event, endpoint }: { event: ReceivedEvent; endpoint: Endpoint },
): Promise<boolean> {
  const ignored = whyIgnored(event, { endpoint, live: isLiveKey(config) });
  const { numInsertedOrUpdatedRows: stored } = await system
    .insertInto('stripe_events')
    .values({
      ...event,
      ...(ignored !== null && { processed_at: sql<Date>`now()`, note: `ignored: ${ignored}` }),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return ignored === null && stored === 1n;
}

function whyIgnored(event: ReceivedEvent, { endpoint, live }: { endpoint: Endpoint; live: boolean }): string | null {
  if (event.livemode !== live) return event.livemode ? 'of live mode' : 'of test mode';
  if ((event.account !== null) !== (endpoint === 'connect')) return 'meant for the other endpoint';
  return null;
}
