import { type MessageChannel, messageChannelSchema } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import type { DeliveryDeps } from './delivery.ts';
import { drainChannel } from './drain-channel.ts';
import { recordLapsed } from './record-outcome.ts';

/**
 * Runs one turn of a company on each of these channels, in parallel: sends due messages until none are left or the turn
 * ends. Returns true if there may be more, so that the company is requeued last. Several turns can run concurrently,
 * because rows are claimed.
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

/** Resolves a dead worker's messages on either channel before sending texts: Twilio is asked about them. */
async function takeTurn(deps: DeliveryDeps, companyId: CompanyId, channel: MessageChannel): Promise<boolean> {
  if (channel === 'sms') await recordLapsed(deps, companyId);
  const end = performance.now() + deps.timings.turnMs;
  return drainChannel(deps, { companyId, channel, over: () => deps.stopping() || performance.now() > end });
}
