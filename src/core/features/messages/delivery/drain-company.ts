import type { CompanyId } from '#shared/primitives/ids.ts';
import type { DeliveryDeps } from './delivery.ts';
import { drainChannel } from './drain-channel.ts';
import { settleLapsed } from './settle.ts';

/**
 * One turn of a company: sends what is due until nothing is left or the turn is over; true where there may be more,
 * so that the company goes to the end of the line. Mails and texts go side by side, so that a slow provider holds up
 * only its own: mails go on while texts are waited for. May run several times at once: rows are claimed.
 */
export async function drainCompany(deps: DeliveryDeps, companyId: CompanyId): Promise<boolean> {
  const end = performance.now() + deps.timings.turnMs;
  const timeIsUp = (): boolean => deps.stopping() || performance.now() > end;
  let texting = true;
  const texts = settleLapsed(deps, companyId)
    .then(() => drainChannel(deps, { companyId, channel: 'sms', over: timeIsUp }))
    .finally(() => (texting = false));
  const mails = drainChannel(deps, {
    companyId,
    channel: 'email',
    over: () => deps.stopping() || (!texting && timeIsUp()),
  });
  const [textsLeft, mailsLeft] = await Promise.allSettled([texts, mails]);
  if (textsLeft.status === 'rejected') throw textsLeft.reason;
  if (mailsLeft.status === 'rejected') throw mailsLeft.reason;
  return textsLeft.value || mailsLeft.value;
}
