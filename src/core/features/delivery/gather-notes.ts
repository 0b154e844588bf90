import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import { outlast, type Patience } from '../../platform/db/outlast.ts';
import { isOutOfTime } from '../../platform/db/unavailable.ts';
import type { DeliveryDeps } from './delivery.ts';
import { countOutcome } from './delivery-counters.ts';
import { gather } from './gather.ts';
import { type Acceptance, noteAllAccepted } from './note-accepted.ts';

/** Notes of one company's acceptances, many in one transaction. */
export interface Notes {
  /** Resolves once it is committed. */
  accepted(acceptance: Acceptance): Promise<void>;
}

/** What is accepted while one note is being committed goes into the next. */
export function gatherNotes(
  deps: Pick<DeliveryDeps, 'db' | 'clock' | 'tally' | 'stopping'>,
  companyId: CompanyId,
): Notes {
  const note = async (acceptances: readonly Acceptance[]) => {
    const write = () =>
      inCompany(deps.db, companyId, (tx) => noteAllAccepted(tx, { companyId, acceptances, now: deps.clock.now() }));
    // a lead that somebody holds for long holds up its own note alone
    const changed = await untilNoted(deps, write, (error) => acceptances.length === 1 || !isOutOfTime(error));
    return ({ facts }: Acceptance): void => {
      if (changed.has(facts.rowId)) countOutcome(deps.tally, facts.channel, 'sent');
    };
  };
  const [mails, texts] = [gather({ doLot: note, linger: () => LINGER }), gather({ doLot: note })];
  return { accepted: (acceptance) => (acceptance.facts.channel === 'email' ? mails : texts)(acceptance) };
}

/** That a mail was taken is written already: its note may wait for others. A text holds the lock of its number. */
const LINGER = { full: 32, ms: 30 };

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
