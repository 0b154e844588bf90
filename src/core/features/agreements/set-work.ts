import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, EstimateId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import type { EstimateRow } from '../estimates/estimates.table.ts';
import { planPaymentReminders, unplanStartedReminders } from '../reminders/plan-reminders.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import { waysToWrite } from '../permission/ways-to-write.ts';
import { workDone } from '../stages/messages/stage-messages.ts';
import { syncStageMessages } from '../stages/sync-stage-messages.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { getVersion } from '../estimates/read-version.ts';

type WorkDeps = Pick<Deps, 'db' | 'clock' | 'wakeUps'>;

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
  deps: WorkDeps,
  { started, ...of }: OfVersion & { started: boolean },
): Promise<WorkView> =>
  change(deps, of, {
    next: (was, at) =>
      started ? { ...was, work_started_at: was.work_started_at ?? at } : { work_started_at: null, work_done_at: null },
    note: started ? 'started' : 'hasn’t started after all',
  });

/**
 * Marks a signed estimate's work as done, and as started. Tells the homeowner in `message` or, without one, in the set
 * words, and asks for what the payment plan makes due. Asks for a review as the company's reminders say. Throws the same
 * errors as `setWorkStarted`.
 */
export const setWorkDone = (
  deps: WorkDeps,
  { message, ...of }: OfVersion & { message?: string | undefined },
): Promise<WorkView> =>
  change(deps, of, {
    next: (was, at) => ({ work_started_at: was.work_started_at ?? at, work_done_at: was.work_done_at ?? at }),
    note: 'is done',
    tell: { message: message?.trim() || null },
  });

/**
 * Takes back that a version's work is done. What is due only then is no longer asked for, and messages about it that
 * weren't sent yet are withdrawn. Throws the same errors as `setWorkStarted`.
 */
export const reopenWork = (deps: WorkDeps, of: OfVersion): Promise<WorkView> =>
  change(deps, of, { next: (was) => ({ ...was, work_done_at: null }), note: 'isn’t done yet after all' });

interface Change {
  next: (was: Times, at: Date) => Times;
  /** The text that follows 'Work on EST-…' in the timeline entry. */
  note: string;
  /** Tells the homeowner that the work is done. `message` is null for the set words. */
  tell?: { message: string | null };
}

async function change(deps: WorkDeps, of: OfVersion, made: Change): Promise<WorkView> {
  const view = await write(deps, of, made);
  await deps.wakeUps.enqueue(of.companyId);
  return view;
}

const write = (
  { db, clock }: WorkDeps,
  { companyId, estimateId }: OfVersion,
  { next, note, tell }: Change,
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
    const leadId = estimate.lead_id;
    await syncStageMessages(tx, { companyId, leadId, at });
    if (tell && work_done_at) {
      await tellDone(tx, { companyId, leadId, estimateId, doneAt: work_done_at, at, ...tell });
      await planPaymentReminders(tx, { companyId, estimateId, at });
    }
    const text = `Work on ${estimate.number} ${note}`;
    // Marked automatic, because recording that work started or ended doesn't answer the homeowner's question.
    const data = { text, automatic: true };
    await addTimelineEvent(tx, { companyId, leadId, kind: 'note', at, data });
    return toView(now);
  });

interface Told {
  companyId: CompanyId;
  leadId: LeadId;
  estimateId: EstimateId;
  doneAt: Date;
  message: string | null;
  at: Date;
}

/** Queues the message by email, and by text if the homeowner agreed to texts. */
async function tellDone(tx: CompanyTx, { companyId, leadId, estimateId, doneAt, message, at }: Told): Promise<void> {
  for (const way of await waysToWrite(tx, { companyId, leadId }))
    await enqueueMessage(tx, {
      companyId,
      leadId,
      kind: workDone,
      ...way,
      payload: { estimateId, doneAt: doneAt.toISOString(), message },
      dedupeKey: `work.done:${estimateId}:${doneAt.getTime()}:${way.channel}`,
      at,
    });
}

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
