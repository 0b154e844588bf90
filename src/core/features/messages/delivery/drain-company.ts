import { MINUTE } from '#shared/primitives/durations.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { inCompany } from '../../../platform/db/app.ts';
import { claimDue, releaseClaims } from './claim.ts';
import { deliver } from './deliver.ts';
import type { ClaimedRow, DeliveryDeps } from './delivery.ts';
import { settleLapsed } from './settle.ts';

/** Rows of one claim, and how many of them go out at the same time; a claim is worked off well within its lease. */
const LANES: Record<MessageChannel, { batch: number; inFlight: number }> = {
  sms: { batch: 20, inFlight: 4 },
  email: { batch: 40, inFlight: 8 },
};

/** After so long the turn goes to another company; the sweep rings again for what is left. */
const TURN = MINUTE;

/**
 * Sends what is due for a company until nothing is left. Mails and texts go side by side, so that a slow provider
 * holds up only its own. May run several times at once: rows are claimed.
 */
export async function drainCompany(deps: DeliveryDeps, companyId: CompanyId): Promise<void> {
  await Promise.all([
    drainChannel(deps, companyId, 'email'),
    settleLapsed(deps, companyId).then(() => drainChannel(deps, companyId, 'sms')),
  ]);
}

async function drainChannel(deps: DeliveryDeps, companyId: CompanyId, channel: MessageChannel): Promise<void> {
  const { batch, inFlight } = LANES[channel];
  const until = performance.now() + TURN;
  while (!deps.stopping() && performance.now() < until) {
    const claimed = await inCompany(deps.db, companyId, (tx) =>
      claimDue(tx, { companyId, channel, now: deps.clock.now(), limit: batch, leaseMs: deps.timings.leaseMs }),
    );
    if (claimed.length === 0) return;
    await workOff(deps, claimed, inFlight);
  }
}

/** Several recipients at once, each one's rows in order. */
async function workOff(deps: DeliveryDeps, claimed: readonly ClaimedRow[], inFlight: number): Promise<void> {
  const queues = [...Map.groupBy(claimed, (row) => row.recipient).values()];
  const untouched: ClaimedRow[] = [];
  const lane = async (): Promise<void> => {
    for (let queue = queues.shift(); queue; queue = queues.shift())
      for (const row of queue) {
        if (deps.stopping()) untouched.push(row);
        else await deliver(deps, row);
      }
  };
  const lanes = await Promise.allSettled(Array.from({ length: Math.min(inFlight, queues.length) }, lane));
  const [first] = claimed;
  if (untouched.length > 0 && first) await inCompany(deps.db, first.companyId, (tx) => releaseClaims(tx, untouched));
  const failed = lanes.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
