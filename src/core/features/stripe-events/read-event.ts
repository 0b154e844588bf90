import { z } from 'zod';

/** A verified event, fit to be stored. */
export interface ReceivedEvent {
  /** Stripe's. */
  id: string;
  type: string;
  /** The connected account that it came from; null: the platform's own. */
  account: string | null;
  livemode: boolean;
  /** All that was said, as JSON that jsonb takes. */
  payload: string;
}

/** Stripe's ids and types are a few dozen printable ASCII characters, and its objects a dozen levels deep. */
const word = z.string().regex(/^[\x21-\x7e]{1,255}$/);
const DEEPEST = 100;

const envelope = z.object({ id: word, type: word, account: word.nullish(), livemode: z.boolean() });

/** Reads the parsed body of an event; null for what Stripe can't have sent, whoever signed it. */
export function readEvent(body: unknown): ReceivedEvent | null {
  const head = envelope.safeParse(body);
  if (!head.success || isDeeperThan(body, DEEPEST)) return null;
  const { id, type, account, livemode } = head.data;
  return { id, type, account: account ?? null, livemode, payload: JSON.stringify(storable(body)) };
}

/** Asked level by level, without a call in a call: such a depth would be the stack's end. */
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

/** jsonb holds no NUL and no half of a surrogate pair, neither in values nor in names. */
const storable = (value: unknown): unknown => {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [storableText(name), storable(each)]));
};

const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();
