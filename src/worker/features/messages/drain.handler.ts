import { drainCompanyJob } from '#shared/features/messages/messages.jobs.ts';
import type { DeliveryDeps } from '#core/features/messages/delivery/delivery.ts';
import { drainCompany } from '#core/features/messages/delivery/drain-company.ts';
import { type BoundJob, bindJob } from '../../register.ts';

/** One turn of a company. Claims make it safe to run twice and beside itself. */
export const drainHandler = (deps: DeliveryDeps): BoundJob =>
  bindJob(drainCompanyJob, async ({ companyId }) => ((await drainCompany(deps, companyId)) ? 'again' : undefined));
