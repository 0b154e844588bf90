import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../../platform/db/app.ts';
import { outlast, type Patience } from '../../../platform/db/outlast.ts';
import { isOutOfTime, isPassingFault } from '../../../platform/db/unavailable.ts';
import type { DeliveryDeps } from './delivery.ts';
import { countOutcome } from './delivery-counters.ts';
import { type Acceptance, noteAllAccepted } from './note-accepted.ts';

/** Notes of one company's acceptances, many in one transaction. */
export interface Notes {
  /** Resolves once it is committed. */
  accepted(acceptance: Acceptance): Promise<void>;
}

interface Gathered {
  acceptance: Acceptance;
  noted: PromiseWithResolvers<void>;
}

/** What is accepted while one note is being committed goes into the next: nobody waits for a batch to fill. */
export function gatherNotes(
  deps: Pick<DeliveryDeps, 'db' | 'clock' | 'tally' | 'stopping'>,
  companyId: CompanyId,
): Notes {
  let gathered: Gathered[] = [];
  let busy = false;

  const write = async (some: readonly Gathered[]): Promise<void> => {
    const acceptances = some.map(({ acceptance }) => acceptance);
    const note = () =>
      inCompany(deps.db, companyId, (tx) => noteAllAccepted(tx, { companyId, acceptances, now: deps.clock.now() }));
    // a lead that somebody holds for long holds up its own note alone
    const changed = await untilNoted(deps, note, (error) => some.length === 1 || !isOutOfTime(error));
    for (const { acceptance } of some)
      if (changed.has(acceptance.facts.rowId)) countOutcome(deps.tally, acceptance.facts.channel, 'sent');
  };

  const settle = async (some: readonly Gathered[]): Promise<void> => {
    try {
      await write(some);
      for (const { noted } of some) noted.resolve();
    } catch (error) {
      const [first] = some;
      if (some.length === 1 || (isPassingFault(error) && !isOutOfTime(error)))
        for (const { noted } of some) noted.reject(error);
      // one that cannot be noted must not take the others with it
      else if (first) for (const one of some) await settle([one]);
    }
  };

  const work = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    while (gathered.length > 0) {
      const some = gathered;
      gathered = [];
      await settle(some);
    }
    busy = false;
  };

  return {
    accepted(acceptance) {
      const noted = Promise.withResolvers<void>();
      gathered.push({ acceptance, noted });
      void work();
      return noted.promise;
    },
  };
}

/** A failover of Postgres takes a minute or two; a process that is to end has 15 s (worker/main.ts). */
const PATIENCE: Patience = { firstPauseMs: 250, longestPauseMs: 4 * SECOND, allMs: 5 * MINUTE, stoppingMs: 8 * SECOND };

/**
 * Notes what a provider answered, of which nothing else in the world knows. Also after the row's lease: an acceptance is
 * the truth whenever it comes.
 */
export const untilNoted = <T>(
  { stopping }: Pick<DeliveryDeps, 'stopping'>,
  note: () => Promise<T>,
  again?: (error: unknown) => boolean,
): Promise<T> => outlast(note, { patience: PATIENCE, stopping, ...(again && { again }) });
