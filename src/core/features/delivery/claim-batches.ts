import { SECOND } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { inCompany } from '../../platform/db/app.ts';
import { claimDue, type Cursor, cursorAfter, releaseClaims } from './claim.ts';
import type { ClaimedRow, DeliveryDeps } from './delivery.ts';

/**
 * Rows in a turn's first claim; doubled as long as claims are processed this fast, because a turn releases what is
 * left.
 */
const FIRST_CLAIM: Record<MessageChannel, number> = { sms: 16, email: 64 };
const WORKED_OFF = SECOND / 8;
const LARGEST_CLAIM = 500;

/** A turn's claims, each starting where the previous one ended. */
export interface ClaimBatches {
  /** Whether there may be more rows, and no claim is running. */
  more(): boolean;
  next(): Promise<ClaimedRow[]>;
  /** Whether a single message was claimed to probe the provider. */
  tried(): boolean;
  /** Until when the last claimed rows can be started, in this process's monotonic time. */
  begunBy(): number;
}

/** Claims a company's due rows on one channel step by step, as far as the provider's state allows. */
export function claimInBatches(
  deps: Pick<DeliveryDeps, 'db' | 'clock' | 'timings' | 'gate'>,
  companyId: CompanyId,
  channel: MessageChannel,
): ClaimBatches {
  const { leaseMs } = deps.timings;
  let after: Cursor = {};
  let limit = FIRST_CLAIM[channel];
  let claimedAt = -Infinity;
  let state: 'open' | 'claiming' | 'ended' = 'open';
  let tried = false;
  return {
    more: () => state === 'open',
    tried: () => tried,
    // Within the first half of its lease, so that nothing starts without one.
    begunBy: () => claimedAt + leaseMs / 2,
    async next(): Promise<ClaimedRow[]> {
      state = 'claiming';
      const room = await deps.gate.room(channel, companyId);
      if (room === 'none') {
        state = 'ended';
        return [];
      }
      if (performance.now() - claimedAt < WORKED_OFF) limit = Math.min(limit * 2, LARGEST_CLAIM);
      claimedAt = performance.now();
      const claimed = await inCompany(deps.db, companyId, (tx) =>
        claimDue(tx, {
          companyId,
          channel,
          now: deps.clock.now(),
          limit: room === 'one' ? 1 : limit,
          leaseMs,
          after,
        }),
      );
      after = cursorAfter(after, claimed);
      state = claimed.length === 0 || room === 'one' ? 'ended' : 'open';
      if (room === 'all' || claimed.length === 0) return claimed;
      // One message is sent as the provider's probe; the next turn uses the result.
      tried = await deps.gate.takeTry(channel);
      if (tried) return claimed;
      await inCompany(deps.db, companyId, (tx) => releaseClaims(tx, claimed));
      return [];
    },
  };
}
