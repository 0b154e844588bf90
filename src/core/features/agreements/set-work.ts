import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import type { EstimateRow } from '../estimates/estimates.table.ts';
import { planPaymentReminders, unplanStartedReminders } from '../reminders/plan-reminders.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { getVersion } from '../estimates/read-version.ts';

interface OfVersion {
  companyId: CompanyId;
  estimateId: EstimateId;
}
type Times = Pick<EstimateRow, 'work_started_at' | 'work_done_at'>;
export interface WorkView {
  workStartedAt: string | null;
  workDoneAt: string | null;
}

/**
 * Marks a signed estimate's work as started or not started. Marking it as not started also marks it as not done. In a
 * US state with a deposit cap, the balance can be paid once work has started (C27). Throws NOT_FOUND, or CONFLICT if
 * the estimate isn't signed.
 */
export const setWorkStarted = (
  deps: Pick<Deps, 'db' | 'clock'>,
  { started, ...of }: OfVersion & { started: boolean },
): Promise<WorkView> =>
  change(deps, of, {
    next: (was, at) =>
      started ? { ...was, work_started_at: was.work_started_at ?? at } : { work_started_at: null, work_done_at: null },
    note: started ? 'started' : 'hasn’t started after all',
  });

/**
 * Marks a signed estimate's work as done or not done. Until the work is done, the page shows only a small link to pay
 * the balance. Marking the work as done also marks it as started. Throws the same errors as `setWorkStarted`.
 */
export const setWorkDone = (
  deps: Pick<Deps, 'db' | 'clock'>,
  { done, ...of }: OfVersion & { done: boolean },
): Promise<WorkView> =>
  change(deps, of, {
    next: (was, at) =>
      done
        ? { work_started_at: was.work_started_at ?? at, work_done_at: was.work_done_at ?? at }
        : { ...was, work_done_at: null },
    note: done ? 'is done' : 'isn’t done yet after all',
  });

interface Change {
  next: (was: Times, at: Date) => Times;
  /** The text that follows 'Work on EST-…' in the timeline entry. */
  note: string;
}

const change = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { companyId, estimateId }: OfVersion,
  { next, note }: Change,
): Promise<WorkView> =>
  inCompany(db, companyId, async (tx) => {
    const at = clock.now();
    const { estimate, acceptance } = await lockVersion(tx, { companyId, estimateId, at });
    if (!acceptance) throw new AppError('This estimate isn’t signed yet', 'CONFLICT');
    const { work_started_at, work_done_at } = next(estimate, at);
    const now = { work_started_at, work_done_at };
    if (isSame(estimate, now)) return toView(now);
    await tx
      .updateTable('estimates')
      .set(now)
      .where('company_id', '=', companyId)
      .where('id', '=', estimateId)
      .execute();
    if ((estimate.work_started_at === null) !== (work_started_at === null))
      await (work_started_at === null ? unplanStartedReminders : planPaymentReminders)(tx, {
        companyId,
        estimateId,
        at,
      });
    const text = `Work on ${estimate.number} ${note}`;
    // Marked automatic, because recording that work started or ended doesn't answer the homeowner's question.
    const data = { text, automatic: true };
    await addTimelineEvent(tx, { companyId, leadId: estimate.lead_id, kind: 'note', at, data });
    return toView(now);
  });

const isSame = (one: Times, other: Times): boolean =>
  one.work_started_at?.getTime() === other.work_started_at?.getTime() &&
  one.work_done_at?.getTime() === other.work_done_at?.getTime();

const toView = ({ work_started_at, work_done_at }: Times): WorkView => ({
  workStartedAt: work_started_at?.toISOString() ?? null,
  workDoneAt: work_done_at?.toISOString() ?? null,
});

const lockVersion = async (tx: CompanyTx, { companyId, estimateId: id, at }: OfVersion & { at: Date }) => {
  const { estimate } = await getVersion(tx, { companyId, id, at });
  await lockLeadOrThrow(tx, companyId, estimate.lead_id);
  return getVersion(tx, { companyId, id, at });
};
