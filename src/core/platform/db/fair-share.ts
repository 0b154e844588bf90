import { AppError } from '#shared/primitives/app-error.ts';

/**
 * How a connection is used. 'read' is a signed-in user's query, and 'write' is a signed-in user's change. 'public' is a
 * signed-out visitor's request.
 */
export const LANES = ['read', 'write', 'public'] as const;
export type Lane = (typeof LANES)[number];

/** Limits on how many connections can be in use at the same time. */
export interface ShareRules {
  /** The total number of connections: the pool's size. */
  connections: number;
  /** The number of connections that the 'write' and 'public' lanes combined must leave free. */
  keptForReads: number;
  /**
   * The limit for one owner (a company or a network) across all lanes. `perOwnerIn` is one owner's limit in each lane.
   */
  perOwner: number;
  perOwnerIn: Record<Lane, number>;
  /** The limit for each lane, across all owners. */
  perLane: Record<Lane, number>;
  /**
   * How many of an owner's requests can wait in a lane. `waitMs` is how long each can wait, in wall-clock milliseconds.
   */
  waiting: number;
  waitMs: number;
}

export interface Turn {
  /** The company's id or the network that the connection counts toward. */
  owner: string;
  /** 'platform' is the server's own work. Only the pool's size limits it. */
  lane: Lane | 'platform';
  /** If this aborts, the request stops waiting. Work that has already started continues. */
  gone?: AbortSignal | undefined;
}

/** Releases the connection. Further calls have no effect. */
export type GiveBack = () => void;

interface Waiter {
  start: (giveBack: GiveBack) => void;
}

interface Line {
  owner: string;
  lane: Turn['lane'];
  waiters: Waiter[];
}

const RETRY_AFTER = 2;

const tooMany = (): AppError =>
  new AppError('Too many requests at once. Try again in a moment', 'PROVIDER_UNAVAILABLE', { retryAfter: RETRY_AFTER });

/**
 * Decides which request gets the pool's next free connection. An owner is a company or a network. Each owner has one
 * queue per lane. Queues take turns, so one owner's burst doesn't delay the others. A queue that has reached a limit
 * is skipped. This class only counts connections. The pool opens them. Owners without running or waiting requests
 * are removed.
 */
export class FairShare {
  readonly #rules: ShareRules;
  /** Queues with waiting requests, in the order in which they're served. */
  readonly #lines = new Map<string, Line>();
  readonly #held = new Map<string, number>();

  constructor(rules: ShareRules) {
    this.#rules = rules;
  }

  /** The number of connections in use and the number of waiting requests. */
  get load(): { held: number; waiting: number } {
    let waiting = 0;
    for (const { waiters } of this.#lines.values()) waiting += waiters.length;
    return { held: this.#heldBy(ALL), waiting };
  }

  /**
   * Resolves when the request may use a connection. Rejects with PROVIDER_UNAVAILABLE (`retryAfter` in seconds) if too
   * many of the owner's requests are waiting, if this request waits too long, or if `gone` aborts first.
   */
  take({ owner, lane, gone }: Turn): Promise<GiveBack> {
    const key = keyOf(owner, lane);
    const line = this.#lines.get(key) ?? { owner, lane, waiters: [] };
    if (gone?.aborted || line.waiters.length >= this.#rules.waiting) return Promise.reject(tooMany());
    if (line.waiters.length === 0 && this.#mayStart(line)) return Promise.resolve(this.#start(line));
    return new Promise((resolve, reject) => {
      const leave = () => {
        stopWaiting();
        line.waiters.splice(line.waiters.indexOf(waiter), 1);
        if (line.waiters.length === 0) this.#lines.delete(key);
        reject(tooMany());
      };
      const timer = setTimeout(leave, this.#rules.waitMs);
      const stopWaiting = () => {
        clearTimeout(timer);
        gone?.removeEventListener('abort', leave);
      };
      const waiter: Waiter = {
        start: (giveBack) => {
          stopWaiting();
          resolve(giveBack);
        },
      };
      gone?.addEventListener('abort', leave, { once: true });
      line.waiters.push(waiter);
      this.#lines.set(key, line);
    });
  }

  /** Starts every request that the limits allow. After each start, the request's queue moves to the end. */
  #startNext(): void {
    for (let found = this.#nextLine(); found; found = this.#nextLine()) {
      const [key, line] = found;
      const waiter = line.waiters.shift();
      this.#lines.delete(key);
      if (line.waiters.length > 0) this.#lines.set(key, line);
      waiter?.start(this.#start(line));
    }
  }

  #nextLine(): [string, Line] | undefined {
    if (this.#heldBy(ALL) >= this.#rules.connections) return undefined;
    for (const entry of this.#lines) if (this.#mayStart(entry[1])) return entry;
    return undefined;
  }

  #mayStart({ owner, lane }: Line): boolean {
    const { connections, keptForReads, perOwner, perOwnerIn, perLane } = this.#rules;
    if (this.#heldBy(ALL) >= connections) return false;
    if (lane === 'platform') return true;
    return (
      this.#heldBy(lane) < perLane[lane] &&
      (lane === 'read' || this.#heldBy('write') + this.#heldBy('public') < connections - keptForReads) &&
      this.#heldBy(ofOwner(owner)) < perOwner &&
      this.#heldBy(keyOf(owner, lane)) < perOwnerIn[lane]
    );
  }

  #start({ owner, lane }: Line): GiveBack {
    const counted = [ALL, lane, ofOwner(owner), keyOf(owner, lane)];
    for (const what of counted) this.#held.set(what, this.#heldBy(what) + 1);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      for (const what of counted) {
        const left = this.#heldBy(what) - 1;
        if (left > 0) this.#held.set(what, left);
        else this.#held.delete(what);
      }
      this.#startNext();
    };
  }

  #heldBy(what: string): number {
    return this.#held.get(what) ?? 0;
  }
}

const ALL = 'all';
const ofOwner = (owner: string): string => `owner:${owner}`;
const keyOf = (owner: string, lane: Turn['lane']): string => `${lane}:${owner}`;
