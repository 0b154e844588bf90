import { drainCompanyJob } from '#shared/features/delivery/delivery.jobs.ts';
import { drainCompany } from '#core/features/delivery/drain-company.ts';
import { drainPlatform, type PlatformDeps } from '#core/features/delivery/drain-platform.ts';
import { type BoundJob, bindJob } from '../../register.ts';

/**
 * Sends a company's due messages on a channel, or the platform's emails. The job may run twice or concurrently, because
 * each message is reserved for one run before it's sent.
 */
export const drainHandler = (deps: PlatformDeps): BoundJob =>
  bindJob(drainCompanyJob, async ({ companyId, channel }) => {
    const more = await (companyId === 'platform' ? drainPlatform(deps) : drainCompany(deps, companyId, [channel]));
    return more ? 'again' : undefined;
  });
