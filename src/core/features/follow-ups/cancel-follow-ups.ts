import type { FollowUpView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { getLead } from './follow-ups.repository.ts';
import { viewFollowUps } from './get-follow-ups.ts';
import { stopSchedules } from '../schedules/stop-schedules.ts';

/** Stops a lead's follow-ups, and cancels the unsent messages. Does nothing if none were active. Throws NOT_FOUND. */
export const cancelFollowUps = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, leadId }: { companyId: CompanyId; leadId: LeadId },
): Promise<FollowUpView> =>
  inCompany(db, companyId, async (tx) => {
    await getLead(tx, companyId, leadId, true);
    await stopSchedules(tx, {
      companyId,
      leadId,
      reason: () => 'Follow-ups were canceled.',
      at: clock.now(),
      notify: false,
    });
    return viewFollowUps(tx, { companyId, leadId });
  });
