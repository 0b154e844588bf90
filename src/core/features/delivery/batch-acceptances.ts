import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import { outlast, type Patience } from '../../platform/db/outlast.ts';
import { isOutOfTime } from '../../platform/db/unavailable.ts';
import type { DeliveryDeps } from './delivery.ts';
import { countOutcome } from './delivery-counters.ts';
import { createBatcher } from './batcher.ts';
import { type Acceptance, noteAllAccepted } from './note-accepted.ts';
import { inSenderTx, type Sender } from './sender-tx.ts';

/**
 * Records a sender's accepted messages in batches. Messages that are accepted during a commit are recorded in the next
 * batch. The returned function resolves after the commit.
 */
export function batchAcceptances(
  deps: Pick<DeliveryDeps, 'db' | 'system' | 'clock' | 'tally' | 'stopping'>,
  companyId: Sender,
): (acceptance: Acceptance) => Promise<void> {
  const note = async (acceptances: readonly Acceptance[]) => {
    const write = () =>
      inSenderTx(deps, companyId, (tx) => noteAllAccepted(tx, { companyId, acceptances, now: deps.clock.now() }));
    // If a lead stays locked for too long, the batch isn't retried. Its messages are then recorded individually, so
    // that only the messages to that lead are late.
    const changed = await untilNoted(deps, write, (error) => acceptances.length === 1 || !isOutOfTime(error));
    return ({ facts }: Acceptance): void => {
      if (changed.has(facts.rowId)) countOutcome(deps.tally, facts.channel, 'sent');
    };
  };
  const record = { email: createBatcher({ run: note, linger: () => LINGER }), sms: createBatcher({ run: note }) };
  return (acceptance) => record[acceptance.facts.channel](acceptance);
}

/**
 * Emails are recorded in batches. Their acceptance has already been stored, so the rest of the record can wait. Texts
 * are recorded immediately, because a text's phone number stays locked until then.
 */
const LINGER = { full: 32, ms: 30 };

/** A Postgres failover takes a minute or two, but a stopping process has only 15 s (worker/main.ts). */
const PATIENCE: Patience = { firstPauseMs: 250, longestPauseMs: 4 * SECOND, allMs: 5 * MINUTE, stoppingMs: 8 * SECOND };

/**
 * Retries until a provider's answer is recorded, because the answer isn't stored anywhere else. Continues even after
 * the message's lease has ended, because a provider's acceptance stays valid.
 */
export const untilNoted = <T>(
  { stopping }: Pick<DeliveryDeps, 'stopping'>,
  note: () => Promise<T>,
  again?: (error: unknown) => boolean,
): Promise<T> => outlast(note, { patience: PATIENCE, stopping, ...(again && { again }) });
