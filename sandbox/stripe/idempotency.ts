import { createHash } from 'node:crypto';
import { Collection } from '../store.ts';
import { StripeProblem } from './errors.ts';

interface Remembered {
  id: string;
  request: string;
  status: number;
  body: unknown;
}

const LONGEST_KEY = 255;

/** Repeats the first response for an idempotency key. Using the same key for a different request is an error (S15). */
export class Idempotency {
  readonly #rows: Collection<Remembered>;

  constructor(folder: string | undefined) {
    this.#rows = new Collection<Remembered>('stripe-idempotency', folder);
  }

  /** Returns the earlier response for this key, if any. `request` is the path, account and parameters as a string. */
  recall(key: string, request: string): { status: number; body: unknown } | undefined {
    if (key.length > LONGEST_KEY)
      throw new StripeProblem(`Idempotency-Key is longer than ${LONGEST_KEY} characters`, {
        type: 'idempotency_error',
      });
    const known = this.#rows.find(key);
    if (known === undefined || known.request === digest(request)) return known;
    throw new StripeProblem(
      `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      { type: 'idempotency_error' },
    );
  }

  remember(key: string, request: string, status: number, body: unknown): void {
    this.#rows.put({ id: key, request: digest(request), status, body });
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
