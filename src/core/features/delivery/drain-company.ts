import type { CompanyId } from '#shared/primitives/ids.ts';
import { type MessageChannel, messageChannelSchema } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { ClaimedRow, DeliveryDeps } from './delivery.ts';
import { claimInBatches, releaseClaims } from './claim.ts';
import { deliver, openBooks } from './deliver.ts';
import { recordLapsed } from './record-outcome.ts';

/** Claimed rows that haven't been started yet, in order. */
interface WaitingRows {
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

const goesTogether = (row: ClaimedRow): boolean => row.table === 'follow_up_messages' && row.channel === 'email';

export function lineUp(): WaitingRows {
  let line: Waiting[] = [];
  const busy = new Set<string>();

  const takeOut = (picks: (waiting: Waiting) => boolean): ClaimedRow[] => {
    const out: ClaimedRow[] = [];
    line = line.filter((waiting) => {
      if (!picks(waiting)) return true;
      out.push(waiting.row);
      return false;
    });
    return out;
  };

  const next = (most: number): ReadonlySet<ClaimedRow> => {
    const rows = new Set<ClaimedRow>();
    const recipients = new Set(busy);
    for (const { row } of line) {
      const [first = row] = rows;
      if (rows.size === most || (rows.size > 0 && !goesTogether(first))) break;
      if (!recipients.has(row.recipient) && goesTogether(row) === goesTogether(first)) rows.add(row);
      // A skipped row also blocks later messages to its recipient, so that messages are sent in order.
      recipients.add(row.recipient);
    }
    return rows;
  };

  return {
    count: () => line.length,
    add(rows, begunBy) {
      line.push(...rows.map((row) => ({ row, begunBy })));
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
    lapsed: (now) => ((line[0]?.begunBy ?? now) < now ? takeOut(({ begunBy }) => begunBy < now) : []),
    rest: () => takeOut(() => true),
  };
}

interface DrainChannel {
  companyId: CompanyId;
  channel: MessageChannel;
  /** Whether the turn has ended. After that, nothing new is started. */
  over: () => boolean;
}

/**
 * Sends a channel's due messages. Several recipients are processed in parallel, but each recipient gets their messages
 * in order. Returns false if no more messages are due, and true if the turn ended and there may be more. Claimed
 * messages that weren't started are released.
 */
async function drainChannel(deps: DeliveryDeps, { companyId, channel, over }: DrainChannel): Promise<boolean> {
  const claims = claimInBatches(deps, companyId, channel);
  const capacity = deps.limits.capacity[channel].join();
  const books = openBooks(deps, companyId);
  const waiting = lineUp();
  const flights = trackFlights();
  let left = false;
  const giveBack = async (rows: readonly ClaimedRow[]): Promise<void> => {
    if (rows.length === 0) return;
    left = true;
    await inCompany(deps.db, companyId, (tx) => releaseClaims(tx, rows));
  };
  const begin = (rows: readonly ClaimedRow[]): void => {
    capacity.take(rows.length);
    const ended = (row: ClaimedRow): void => {
      capacity.give(1);
      waiting.done([row]);
      flights.wake();
    };
    flights.start(deliver(deps, rows, { books, ended }));
  };

  try {
    while (!over() && !flights.failed()) {
      await giveBack(waiting.lapsed(performance.now()));
      // More rows are claimed while the current rows are being sent.
      if (waiting.count() < capacity.share() && claims.more())
        flights.start(claims.next().then((rows) => waiting.add(rows, claims.begunBy())));
      if (waiting.count() === 0 && flights.count() === 0) return left || claims.tried();
      // Each chunk is a third of the share, so that one chunk can be checked, one sent and one recorded at the same
      // time.
      const chunk = waiting.ready(Math.max(1, Math.floor(capacity.share() / 3)));
      const room = capacity.free();
      // If nothing is in progress, nothing would wake this loop, so it starts as many rows as there are free slots.
      const rows = room >= chunk || flights.count() === 0 ? waiting.take(Math.min(chunk, room)) : [];
      if (rows.length > 0) begin(rows);
      else await flights.next();
    }
    return true;
  } finally {
    try {
      await flights.landed();
    } finally {
      capacity.leave();
      await giveBack(waiting.rest());
      if (claims.tried()) await deps.gate.giveTryBack(channel);
    }
  }
}

/** Tracks tasks that run concurrently. */
interface Flights {
  start(work: Promise<void>): void;
  count(): number;
  failed(): boolean;
  /** Resolves the promise returned by `next`. */
  wake(): void;
  /** Resolves at the next `wake`, or when a task succeeds or fails. */
  next(): Promise<void>;
  /** Resolves when all tasks have ended. Rejects with the first failure. */
  landed(): Promise<void>;
}

function trackFlights(): Flights {
  const flying = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let news = Promise.withResolvers<void>();
  const wake = (): void => {
    news.resolve();
    news = Promise.withResolvers<void>();
  };
  return {
    start(work) {
      const flight: Promise<void> = work
        .catch((error: unknown) => void failures.push(error))
        .finally(() => {
          flying.delete(flight);
          wake();
        });
      flying.add(flight);
    },
    count: () => flying.size,
    failed: () => failures.length > 0,
    wake,
    next: () => news.promise,
    async landed() {
      while (flying.size > 0) await Promise.all(flying);
      if (failures.length > 0) throw failures[0];
    },
  };
}

/**
 * Runs a company's turn on all channels in parallel. A turn sends due messages until there are none left or its time is
 * up. Returns true if there may be more due messages. The company is then requeued last. Several turns can run
 * concurrently, because each turn claims its messages.
 */
export async function drainCompany(
  deps: DeliveryDeps,
  companyId: CompanyId,
  channels: readonly MessageChannel[] = messageChannelSchema.options,
): Promise<boolean> {
  const turns = await Promise.allSettled(channels.map((channel) => takeTurn(deps, companyId, channel)));
  const failed = turns.find((turn) => turn.status === 'rejected');
  if (failed) throw failed.reason;
  return turns.some((turn) => turn.status === 'fulfilled' && turn.value);
}

/**
 * Runs a company's turn on one channel. Before it sends texts, a turn resolves the messages that dead workers left
 * unfinished on either channel. Only the turn for texts does this, because resolving a text requires a query to Twilio.
 */
async function takeTurn(deps: DeliveryDeps, companyId: CompanyId, channel: MessageChannel): Promise<boolean> {
  if (channel === 'sms') await recordLapsed(deps, companyId);
  const end = performance.now() + deps.timings.turnMs;
  return drainChannel(deps, { companyId, channel, over: () => deps.stopping() || performance.now() > end });
}
