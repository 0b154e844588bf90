import { drainCompanyJob } from '#shared/features/delivery/delivery.jobs.ts';
import { drainMessages } from '#core/features/delivery/drain.ts';
import type { DeliveryDeps } from '#core/features/delivery/delivery.ts';
import { type BoundJob, bindJob } from '../../register.ts';

/**
 * Sends a company's due messages on a channel, or the platform's emails. The job may run twice or concurrently, because
 * each message is reserved for one run before it's sent.
 */
export const drainHandler = (deps: DeliveryDeps): BoundJob =>
  bindJob(drainCompanyJob, async ({ companyId, channel }) => {
    const more = await drainMessages(deps, companyId, [channel]);
    return more ? 'again' : undefined;
  });
