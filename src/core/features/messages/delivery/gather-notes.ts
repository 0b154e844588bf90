import { setTimeout as wait } from 'node:timers/promises';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../../platform/db/app.ts';
import { isDatabaseUnavailable, isOutOfTime, isUndoneByAnother } from '../../../platform/db/unavailable.ts';
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
export function gatherNotes(deps: Pick<DeliveryDeps, 'db' | 'clock' | 'tally'>, companyId: CompanyId): Notes {
  let gathered: Gathered[] = [];
  let busy = false;

  const write = async (some: readonly Gathered[]): Promise<void> => {
    const changed = await outlastingRestarts(() =>
      inCompany(deps.db, companyId, (tx) =>
        noteAllAccepted(tx, {
          companyId,
          acceptances: some.map(({ acceptance }) => acceptance),
          now: deps.clock.now(),
        }),
      ),
    );
    for (const { acceptance } of some)
      if (changed.has(acceptance.facts.rowId)) countOutcome(deps.tally, acceptance.facts.channel, 'sent');
  };

  const settle = async (some: readonly Gathered[]): Promise<void> => {
    try {
      await write(some);
      for (const { noted } of some) noted.resolve();
    } catch (error) {
      const [first] = some;
      if (some.length === 1 || isDatabaseUnavailable(error)) for (const { noted } of some) noted.reject(error);
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

const PAUSES = [250, 500, 1_000, 2_000, 4_000];

const passes = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || isUndoneByAnother(error) || isOutOfTime(error);

/**
 * What the provider answered, or a person wrote, is known only here: a Postgres that restarts is waited for, about 8 s
 * (Twilio waits 15 s for our answer), and what another transaction undid, or took too long, is done again.
 */
export async function outlastingRestarts<T>(work: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error)) throw error;
      await wait(pause);
    }
  }
  return work();
}
