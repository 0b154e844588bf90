import { type MessageChannel, messageChannelSchema } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { DeliveryDeps } from './delivery.ts';
import { drainChannel } from './drain-channel.ts';
import { recordLapsed } from './record-outcome.ts';

/**
 * One turn of a company on each of these channels, side by side: sends what is due until nothing is left or the turn is
 * over; true where there may be more, so that the company goes to the end of the line. May run several times at once:
 * rows are claimed.
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

/** What a dead worker left of either channel is settled before texts: Twilio is asked about it. */
async function takeTurn(deps: DeliveryDeps, companyId: CompanyId, channel: MessageChannel): Promise<boolean> {
  if (channel === 'sms') await recordLapsed(deps, companyId);
  const end = performance.now() + deps.timings.turnMs;
  return drainChannel(deps, { companyId, channel, over: () => deps.stopping() || performance.now() > end });
}
