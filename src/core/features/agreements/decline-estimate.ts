import type { Language } from '#shared/primitives/language.ts';
import { changeToAnswer, declineChange } from '../changes/sign-change.ts';
import { stopSchedules } from '../schedules/stop-schedules.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { tellContractor } from '../messages/tell-contractor.ts';
import { type AnswerDeps, answering, requireOpen } from './answer-estimate.ts';
import { estimateDeclined } from '../estimates/messages/estimate-messages.ts';

/**
 * Declines an estimate on the homeowner's behalf, with an optional reason. Stops follow-ups and notifies the
 * contractor. Homeowners who change their mind need a new version. Declining again changes nothing. Throws NOT_FOUND,
 * ESTIMATE_EXPIRED or ESTIMATE_SUPERSEDED. Throws CONFLICT if the estimate was accepted. On an estimate that is signed,
 * declines the change of it that was sent.
 */
export const declineEstimate = (
  deps: AnswerDeps,
  { token, reason = '', language }: { token: string; reason?: string | undefined; language?: Language | undefined },
): Promise<void> =>
  answering(deps, token, async (tx, answered) => {
    const { version, company, at } = answered;
    const { estimate } = version;
    const change = changeToAnswer(version);
    if (change) return declineChange(tx, { version, change, at }, reason);
    if (estimate.status === 'declined') return;
    requireOpen(answered, language);
    const of = { companyId: company.id, leadId: estimate.lead_id, at };
    await tx
      .updateTable('estimates')
      .set({ status: 'declined', declined_at: at, decline_reason: reason })
      .where('company_id', '=', company.id)
      .where('id', '=', estimate.id)
      .execute();
    await addTimelineEvent(tx, { ...of, kind: 'estimate_declined', data: { number: estimate.number, reason } });
    await stopSchedules(tx, {
      ...of,
      reason: (firstName) => `Follow-ups stopped because ${firstName} declined the estimate.`,
      notify: false,
    });
    await tellContractor(tx, {
      ...of,
      kind: estimateDeclined,
      payload: { estimateId: estimate.id },
      dedupeKey: `estimate.declined:${estimate.id}`,
    });
  });
