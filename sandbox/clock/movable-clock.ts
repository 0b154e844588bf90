import { AppError } from '#shared/primitives/app-error.ts';
import type { Clock } from '#shared/primitives/clock.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import { Collection } from '../store.ts';
import type { ClockFollowers } from './followers.ts';

/** The rows that a worker hasn't sent yet. A row's key stays the same until the row is sent. */
export interface DueRows {
  ids(now: Date): Promise<string[]>;
}
export interface Walk {
  /** The move's start and target times, in ISO 8601. */
  from: string;
  to: string;
}

export const STRIDE_HOURS = 4;
export const FURTHEST_HOURS = 24 * 400;
const SETTLE_WITHIN_MS = 15_000;
const LOOK_EVERY_MS = 50;
const NUDGE_EVERY_MS = 1_000;

export interface MovableClockDeps {
  followers: ClockFollowers;
  due: DueRows;
  folder: string | undefined;
  changed: () => void;
  /** How long each step waits for acknowledgments and due rows. Default: 15 s. */
  settleWithinMs?: number;
}

/**
 * The product's current time: wall-clock time plus an offset that only increases. The clock moves in steps of at most 4
 * hours. Each step waits until every follower has acknowledged the new time and no message is due, but not longer than
 * 15 s. If a message is still due after 15 s, the later steps of the same move don't wait for it.
 */
export class MovableClock implements Clock {
  readonly #deps: MovableClockDeps;
  readonly #kept: Collection<{ id: 'offset'; ms: number }>;
  #offsetMs: number;
  #walk: Walk | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(deps: MovableClockDeps) {
    this.#deps = deps;
    this.#kept = new Collection('clock', deps.folder);
    this.#offsetMs = this.#kept.find('offset')?.ms ?? 0;
    deps.followers.announce(this.#offsetMs);
  }

  now(): Date {
    return new Date(Date.now() + this.#offsetMs);
  }

  get walk(): Walk | undefined {
    return this.#walk;
  }

  /**
   * Moves forward by `hours` (0 to 9,600, fractions allowed) and returns the new time. Concurrent moves run one after
   * another.
   */
  move(hours: number): Promise<Date> {
    if (!Number.isFinite(hours) || hours < 0 || hours > FURTHEST_HOURS) return Promise.reject(refusal());
    const mine = this.#turn.then(() => this.#walkBy(hours * HOUR));
    this.#turn = mine.catch(() => undefined);
    return mine;
  }

  async #walkBy(ms: number): Promise<Date> {
    const start = this.now();
    this.#walk = { from: start.toISOString(), to: new Date(start.getTime() + ms).toISOString() };
    const heldUp = new Set<string>();
    let left = Math.round(ms);
    try {
      do {
        const stride = Math.min(left, STRIDE_HOURS * HOUR);
        left -= stride;
        await this.#take(stride, heldUp);
      } while (left > 0);
    } finally {
      this.#walk = undefined;
      this.#deps.changed();
    }
    return this.now();
  }

  async #take(stride: number, heldUp: Set<string>): Promise<void> {
    this.#offsetMs += stride;
    this.#kept.put({ id: 'offset', ms: this.#offsetMs });
    this.#deps.changed();
    const until = performance.now() + (this.#deps.settleWithinMs ?? SETTLE_WITHIN_MS);
    await this.#deps.followers.tell(this.#offsetMs, until);
    await this.#untilNothingIsDue(until, heldUp);
  }

  async #untilNothingIsDue(until: number, heldUp: Set<string>): Promise<void> {
    let nudgeAt = performance.now() + NUDGE_EVERY_MS;
    for (;;) {
      const due = (await this.#deps.due.ids(this.now())).filter((id) => !heldUp.has(id));
      if (due.length === 0) return;
      if (performance.now() >= until) {
        for (const id of due) heldUp.add(id);
        return;
      }
      if (performance.now() >= nudgeAt) {
        // Notifies the followers again. Otherwise, rows that were queued after this sweep began would wait for the
        // worker's next sweep.
        await this.#deps.followers.tell(this.#offsetMs, until);
        nudgeAt = performance.now() + NUDGE_EVERY_MS;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }
}

function refusal(): AppError {
  return new AppError(
    `Enter the hours as a number from 0 to ${FURTHEST_HOURS}, such as 4. The clock only moves forward.`,
    'VALIDATION_FAILED',
  );
}
