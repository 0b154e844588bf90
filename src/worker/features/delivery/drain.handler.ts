import { drainCompanyJob } from '#shared/features/delivery/delivery.jobs.ts';
import { drainCompany } from '#core/features/delivery/drain-company.ts';
import { drainPlatform, type PlatformDeps } from '#core/features/delivery/drain-platform.ts';
import { type BoundJob, bindJob } from '../../register.ts';

/**
 * Handles one turn of a company on a channel, or of the platform's emails. Claims make it safe to run twice and
 * concurrently.
 */
export const drainHandler = (deps: PlatformDeps): BoundJob =>
  bindJob(drainCompanyJob, async ({ companyId, channel }) => {
    const more = await (companyId === 'platform' ? drainPlatform(deps) : drainCompany(deps, companyId, [channel]));
    return more ? 'again' : undefined;
  });
