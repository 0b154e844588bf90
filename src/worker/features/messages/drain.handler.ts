import { drainCompanyJob } from '#shared/features/messages/messages.jobs.ts';
import type { DeliveryDeps } from '#core/features/messages/delivery/delivery.ts';
import { drainCompany } from '#core/features/messages/delivery/drain-company.ts';
import { type BoundJob, bindJob } from '../../register.ts';

/** Sends what is due for one company. Claims make it safe to run twice and beside itself. */
export const drainHandler = (deps: DeliveryDeps): BoundJob =>
  bindJob(drainCompanyJob, ({ companyId }) => drainCompany(deps, companyId));
