import { AppError } from '#shared/primitives/app-error.ts';

/** What a connection is wanted for: a signed-in person's query, their change, or a visitor who is not signed in. */
export const LANES = ['read', 'write', 'public'] as const;
export type Lane = (typeof LANES)[number];

/** Connections that may be held at once. */
export interface ShareRules {
  /** By everybody: the size of the pool. */
  connections: number;
  /** Of these, so many are never held by `write` and `public` together. */
  keptForReads: number;
  /** By one owner (a company, a network) over all lanes; and by one owner in each lane. */
  perOwner: number;
  perOwnerIn: Record<Lane, number>;
  /** By all owners together in each lane. */
  perLane: Record<Lane, number>;
  /** What one owner may have waiting in a lane, and for how many real milliseconds. */
  waiting: number;
  waitMs: number;
}

export interface Turn {
  /** Who waits in their own line: a company's id, a network. */
  owner: string;
  /** `platform`: the server's own work, which only the pool's size limits. */
  lane: Lane | 'platform';
  /** Leaves the line when it aborts; what has begun is not stopped. */
  gone?: AbortSignal | undefined;
}

/** Gives a turn back. Further calls do nothing. */
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
 * Decides who gets the next free connection of a pool. Each owner has a line for each lane; the lines that may start
 * take turns, so that nobody waits behind another's burst. Holds no connection itself, and no owner that has nothing
 * under way and nothing waiting.
 */
export class FairShare {
  readonly #rules: ShareRules;
  /** Lines in which somebody waits, the next in turn first. */
  readonly #lines = new Map<string, Line>();
  readonly #held = new Map<string, number>();

  constructor(rules: ShareRules) {
    this.#rules = rules;
  }

  /** Connections that are held now, and turns that wait. */
  get load(): { held: number; waiting: number } {
    let waiting = 0;
    for (const { waiters } of this.#lines.values()) waiting += waiters.length;
    return { held: this.#heldBy(ALL), waiting };
  }

  /**
   * Resolves when it is this turn's time. Rejects with PROVIDER_UNAVAILABLE (`retryAfter` in seconds) where the owner
   * has too much waiting, where it takes too long, and where `gone` aborts first.
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

  /** Lets start whoever may. A line that got its turn goes behind the others. */
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
