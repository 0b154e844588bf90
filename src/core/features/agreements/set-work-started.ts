import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { planPaymentReminders, unplanStartedReminders } from '../reminders/plan-payment-reminders.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { lockLead } from '../estimates/estimates.repository.ts';
import { getVersion } from '../estimates/read-version.ts';

export interface WorkStarted {
  companyId: CompanyId;
  estimateId: EstimateId;
  started: boolean;
}

/**
 * Records that work on a signed estimate has started, or undoes that. In a state with a deposit cap the balance can be
 * paid from then on (C27). Throws NOT_FOUND, CONFLICT if it wasn't signed.
 */
export const setWorkStarted = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, estimateId, started }: WorkStarted,
): Promise<{ workStartedAt: string | null }> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    const { estimate, acceptance } = await lockVersion(tx, { companyId, estimateId, at });
    if (!acceptance) throw new AppError('This estimate isn’t signed yet', 'CONFLICT');
    if ((estimate.work_started_at !== null) === started)
      return { workStartedAt: estimate.work_started_at?.toISOString() ?? null };
    await tx
      .updateTable('estimates')
      .set({ work_started_at: started ? at : null })
      .where('company_id', '=', companyId)
      .where('id', '=', estimateId)
      .execute();
    await (started ? planPaymentReminders : unplanStartedReminders)(tx, { companyId, estimateId, at });
    const text = started ? `Work on ${estimate.number} started` : `Work on ${estimate.number} hasn’t started after all`;
    await addTimelineEvent(tx, { companyId, leadId: estimate.lead_id, kind: 'note', at, data: { text } });
    return { workStartedAt: started ? at.toISOString() : null };
  });

const lockVersion = async (
  tx: CompanyTx,
  { companyId, estimateId: id, at }: { companyId: CompanyId; estimateId: EstimateId; at: Date },
) => {
  const { estimate } = await getVersion(tx, { companyId, id, at });
  await lockLead(tx, { companyId, id: estimate.lead_id });
  return getVersion(tx, { companyId, id, at });
};
