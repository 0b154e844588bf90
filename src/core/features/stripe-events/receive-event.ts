import { z } from 'zod';
import { sql } from 'kysely';
import type { SystemDeps } from '../../platform/db/system.ts';
import type { Deps } from '../../platform/deps.ts';
import { isLiveKey } from '../../platform/stripe.ts';

/** A verified event, ready to store. */
interface ReceivedEvent {
  id: string;
  type: string;
  /** The connected account that the event is about, or null for the platform's own account. */
  account: string | null;
  livemode: boolean;
  /** The complete event, without the characters that jsonb can't store. */
  payload: string;
}

/**
 * Limits that no real event exceeds. Stripe's ids and types are a few dozen printable ASCII characters. Its objects are
 * about a dozen levels deep.
 */
const word = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const DEEPEST = 100;

const envelope = z.object({ id: word, type: word, account: word.nullish(), livemode: z.boolean() });

/** Parses an event's body. Returns null if Stripe couldn't have sent this data, even if the signature is valid. */
export function readEvent(body: unknown): ReceivedEvent | null {
  const head = envelope.safeParse(body);
  if (!head.success || isDeeperThan(body, DEEPEST)) return null;
  const { id, type, account, livemode } = head.data;
  return { id, type, account: account ?? null, livemode, payload: JSON.stringify(storable(body)) };
}

/** Whether a value has more than this many levels. Not recursive, because deep nesting would overflow the stack. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap(partsOf);
    if (level.length === 0) return false;
  }
  return true;
}

const partsOf = (value: unknown): unknown[] => (typeof value === 'object' && value !== null ? valuesOf(value) : []);
const valuesOf = (value: object): unknown[] => Object.values(value);

/** Removes NUL and replaces unpaired surrogates in values and property names, because jsonb can't store them. */
const storable = (value: unknown): unknown => {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [storableText(name), storable(each)]));
};

const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

export type ReceiveDeps = SystemDeps & Pick<Deps, 'config'>;
export type Endpoint = 'platform' | 'connect';

/**
 * Stores a verified event for the worker, once per id. Events from another mode or endpoint are marked as ignored
 * (S10). Returns false if there's nothing to process, because the event is ignored or was already stored.
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
