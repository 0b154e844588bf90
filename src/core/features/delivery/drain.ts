import { setTimeout as wait } from 'node:timers/promises';
import { SECOND } from '#shared/primitives/durations.ts';
import { type MessageChannel, messageChannelSchema } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { MessageOwner } from '../../platform/deps.ts';
import { type SharedCapacity, shareCapacity } from './capacity.ts';
import type { ClaimedRow, DeliveryDeps } from './delivery.ts';
import { claimInBatches, releaseClaims } from './claim.ts';
import { createRecorder, deliver } from './deliver.ts';
import { FOLLOW_UP } from '../messages/registry.ts';
import { recordLapsed } from './record-outcome.ts';
import { inSenderTx, type Sender } from './sender-tx.ts';

/** Claimed rows that haven't been started yet, in order. */
interface ClaimedQueue {
  count(): number;
  /** Adds rows. `begunBy` is the latest time to start them, according to this process's monotonic clock. */
  add(rows: readonly ClaimedRow[], begunBy: number): void;
  /** Returns how many rows `take` would return. */
  ready(most: number): number;
  /**
   * Takes the next messages whose recipients don't have another message in progress. Returns up to `most` email
   * follow-ups, or one message of another kind. Blocks the recipients until `done` is called. Returns an empty list if
   * every recipient is blocked.
   */
  take(most: number): ClaimedRow[];
  done(rows: readonly ClaimedRow[]): void;
  /** Removes and returns the rows that are too late to start. */
  lapsed(now: number): ClaimedRow[];
  /** Removes and returns all rows. */
  rest(): ClaimedRow[];
}

interface Waiting {
  row: ClaimedRow;
  begunBy: number;
}

const goesTogether = (row: ClaimedRow): boolean => row.kind === FOLLOW_UP && row.channel === 'email';

export function createClaimedQueue(): ClaimedQueue {
  let queue: Waiting[] = [];
  const busy = new Set<string>();

  const takeOut = (picks: (waiting: Waiting) => boolean): ClaimedRow[] => {
    const out: ClaimedRow[] = [];
    queue = queue.filter((waiting) => {
      if (!picks(waiting)) return true;
      out.push(waiting.row);
      return false;
    });
    return out;
  };

  const next = (most: number): ReadonlySet<ClaimedRow> => {
    const rows = new Set<ClaimedRow>();
    const recipients = new Set(busy);
    for (const { row } of queue) {
      const [first = row] = rows;
      if (rows.size === most || (rows.size > 0 && !goesTogether(first))) break;
      if (!recipients.has(row.recipient) && goesTogether(row) === goesTogether(first)) rows.add(row);
      // A skipped row also blocks later messages to its recipient, so that messages are sent in order.
      recipients.add(row.recipient);
    }
    return rows;
  };

  return {
    count: () => queue.length,
    add(rows, begunBy) {
      queue.push(...rows.map((row) => ({ row, begunBy })));
    },
    ready: (most) => next(most).size,
    take(most) {
      const rows = next(most);
      for (const { recipient } of rows) busy.add(recipient);
      return takeOut(({ row }) => rows.has(row));
    },
    done(rows) {
      for (const { recipient } of rows) busy.delete(recipient);
    },
    // The rows are in claim order, so the first row is always the first to expire.
    lapsed: (now) => ((queue[0]?.begunBy ?? now) < now ? takeOut(({ begunBy }) => begunBy < now) : []),
    rest: () => takeOut(() => true),
  };
}

interface DrainChannel {
  sender: Sender;
  channel: MessageChannel;
  /** Whether the turn has ended. After that, nothing new is started. */
  over: () => boolean;
}

/** The number of the platform's emails that are sent at once. A slow email then doesn't delay another's sign-in code. */
const PLATFORM_AT_ONCE = 3;
/**
 * How often the platform looks for new emails while one is being sent, in milliseconds of wall-clock time. Its turn
 * lasts until nothing is due, and a wake-up job that arrives during a turn is dropped.
 */
const LOOK_AGAIN = SECOND / 4;

const capacityOf = (deps: DeliveryDeps, { sender, channel }: DrainChannel): ReturnType<SharedCapacity['join']> =>
  (sender === null ? shareCapacity(() => PLATFORM_AT_ONCE) : deps.limits.capacity[channel]).join();

/**
 * Sends a channel's due messages. Several recipients are processed in parallel, but each recipient gets their messages
 * in order. Returns false if no more messages are due, and true if the turn ended and there may be more. Claimed
 * messages that weren't started are released.
 */
async function drainChannel(deps: DeliveryDeps, of: DrainChannel): Promise<boolean> {
  const { sender, channel, over } = of;
  const claims = claimInBatches(deps, sender, channel);
  const capacity = capacityOf(deps, of);
  const recorder = createRecorder(deps, sender);
  const queue = createClaimedQueue();
  const tasks = createTasks();
  let left = false;
  const release = async (rows: readonly ClaimedRow[]): Promise<void> => {
    if (rows.length === 0) return;
    left = true;
    await inSenderTx(deps, sender, (tx) => releaseClaims(tx, rows));
  };
  const begin = (rows: readonly ClaimedRow[]): void => {
    capacity.take(rows.length);
    const ended = (row: ClaimedRow): void => {
      capacity.give(1);
      queue.done([row]);
      if (sender === null) claims.lookAgain();
      tasks.wake();
    };
    tasks.start(deliver(deps, rows, { recorder, ended }));
  };

  try {
    while (!over() && !tasks.failed()) {
      await release(queue.lapsed(performance.now()));
      // More rows are claimed while the current rows are being sent.
      if (queue.count() < capacity.share() && claims.more())
        tasks.start(claims.next().then((rows) => queue.add(rows, claims.begunBy())));
      if (queue.count() === 0 && tasks.count() === 0) return left || claims.tried();
      // Each chunk is a third of the share, so that one chunk can be checked, one sent and one recorded at the same
      // time.
      const chunk = queue.ready(Math.max(1, Math.floor(capacity.share() / 3)));
      const room = capacity.free();
      // If nothing is in progress, nothing would wake this loop, so it starts as many rows as there are free slots.
      const rows = room >= chunk || tasks.count() === 0 ? queue.take(Math.min(chunk, room)) : [];
      if (rows.length > 0) begin(rows);
      else if (sender === null && (await tasks.next(LOOK_AGAIN)) === 'late') claims.lookAgain();
      else if (sender !== null) await tasks.next();
    }
    return true;
  } finally {
    try {
      await tasks.ended();
    } finally {
      capacity.leave();
      await release(queue.rest());
      if (claims.tried()) await deps.gate.giveTryBack(channel);
    }
  }
}

/** Tracks tasks that run concurrently. */
interface Tasks {
  start(work: Promise<void>): void;
  count(): number;
  failed(): boolean;
  /** Resolves the promise returned by `next`. */
  wake(): void;
  /** Resolves at the next `wake`, when a task succeeds or fails, or with 'late' after `ms`. */
  next(ms?: number): Promise<'late' | void>;
  /** Resolves when all tasks have ended. Rejects with the first failure. */
  ended(): Promise<void>;
}

function createTasks(): Tasks {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let news = Promise.withResolvers<void>();
  const wake = (): void => {
    news.resolve();
    news = Promise.withResolvers<void>();
  };
  return {
    start(work) {
      const task: Promise<void> = work
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          running.delete(task);
          wake();
        });
      running.add(task);
    },
    count: () => running.size,
    failed: () => failures.length > 0,
    wake,
    async next(ms) {
      if (ms === undefined) return news.promise;
      const waked = new AbortController();
      const late = wait(ms, 'late' as const, { signal: waked.signal }).catch(() => undefined);
      return Promise.race([news.promise, late]).finally(() => waked.abort());
    },
    async ended() {
      while (running.size > 0) await Promise.all(running);
      if (failures.length > 0) throw failures[0];
    },
  };
}

/**
 * Runs a sender's turn on all channels in parallel: a company's, or the platform's, which sends only emails. A company's
 * turn sends due messages until there are none left or its time is up. Returns true if there may be more due messages.
 * The company is then requeued last. Several turns can run concurrently, because each turn claims its messages.
 */
export async function drainMessages(
  deps: DeliveryDeps,
  owner: MessageOwner,
  channels: readonly MessageChannel[] = owner === 'platform' ? ['email'] : messageChannelSchema.options,
): Promise<boolean> {
  const sender = owner === 'platform' ? null : owner;
  const turns = await Promise.allSettled(channels.map((channel) => takeTurn(deps, sender, channel)));
  const failed = turns.find((turn) => turn.status === 'rejected');
  if (failed) throw failed.reason;
  return turns.some((turn) => turn.status === 'fulfilled' && turn.value);
}

/**
 * Runs a sender's turn on one channel. A company's turn for texts first resolves the messages that dead workers left
 * unfinished on either channel, because resolving a text requires a query to Twilio.
 */
async function takeTurn(deps: DeliveryDeps, sender: Sender, channel: MessageChannel): Promise<boolean> {
  if (channel === 'sms' || sender === null) await recordLapsed(deps, sender);
  const end = sender === null ? Infinity : performance.now() + deps.timings.turnMs;
  return drainChannel(deps, { sender, channel, over: () => deps.stopping() || performance.now() > end });
}
