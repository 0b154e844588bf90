import type { CompanyId } from '#shared/primitives/ids.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { inCompany } from '../../platform/db/app.ts';
import { releaseClaims } from './claim.ts';
import { deliver, openBooks } from './deliver.ts';
import type { ClaimedRow, DeliveryDeps } from './delivery.ts';
import { lineUp } from './waiting-rows.ts';
import { claimInBatches } from './claim-batches.ts';

export interface DrainChannel {
  companyId: CompanyId;
  channel: MessageChannel;
  /** Whether the turn has ended: nothing more is started. */
  over: () => boolean;
}

/**
 * Sends a channel's due messages, several recipients in parallel and each one's rows in order, until none are left
 * (false) or the turn ends (true: there may be more). Claimed but unstarted rows are released.
 */
export async function drainChannel(deps: DeliveryDeps, { companyId, channel, over }: DrainChannel): Promise<boolean> {
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
      // Claims more rows while the current ones are being sent.
      if (waiting.count() < capacity.share() && claims.more())
        flights.start(claims.next().then((rows) => waiting.add(rows, claims.begunBy())));
      if (waiting.count() === 0 && flights.count() === 0) return left || claims.tried();
      // The work is divided into three parts: while one is being sent, another is recorded and a third is checked.
      const chunk = waiting.ready(Math.max(1, Math.floor(capacity.share() / 3)));
      const room = capacity.free();
      // If nothing is in progress, nothing would wake it, so it starts with the room available now.
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

/** Concurrent tasks; the first failure is kept for `landed`. */
interface Flights {
  start(work: Promise<void>): void;
  count(): number;
  failed(): boolean;
  /** Wakes callers of `next`. */
  wake(): void;
  /** Resolves at the next `wake`, or when another task ends, successfully or not. */
  next(): Promise<void>;
  /** Resolves when all have ended; rejects with the first failure. */
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
