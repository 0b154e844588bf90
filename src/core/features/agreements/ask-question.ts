import { MINUTE } from '#shared/primitives/durations.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { noteReply } from '../lead-rows/write-leads.ts';
import { stopSchedules } from '../schedules/stop-schedules.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { tellContractor } from '../messages/tell-contractor.ts';
import { type AnswerDeps, answering } from './answer-estimate.ts';
import type { EstimateRow } from '../estimates/estimates.table.ts';
import { estimateQuestion } from '../estimates/messages/estimate-messages.ts';

/** A question repeated within this time is treated as a double click and isn't recorded again. */
const SAME_PRESS = 5 * MINUTE;

/**
 * Records a question that a homeowner asks through an estimate's link, regardless of the estimate's status. The
 * question appears on the timeline and is emailed to the contractor. The contractor's reply to that email goes directly
 * to the homeowner. Like a reply, a question stops follow-ups. Throws NOT_FOUND.
 */
export const askQuestion = (
  deps: AnswerDeps,
  { token, question }: { token: string; question: string },
): Promise<void> =>
  answering(deps, token, (tx, { version: { estimate }, company, at }) =>
    noteQuestion(tx, { companyId: company.id, estimate, question, at }),
  );

/** A question about an estimate. */
export interface Question {
  companyId: CompanyId;
  estimate: Pick<EstimateRow, 'id' | 'lead_id' | 'number'>;
  question: string;
  at: Date;
}

/** Records a question in a transaction that has locked the lead. The caller must wake the worker after the commit. */
export const noteQuestion = async (tx: CompanyTx, { companyId, estimate, question, at }: Question): Promise<void> => {
  const of = { companyId, leadId: estimate.lead_id, at };
  if (await wasJustAsked(tx, { leadId: estimate.lead_id, question, at })) return;
  await noteReply(tx, companyId, { leadId: estimate.lead_id }, at);
  await addTimelineEvent(tx, { ...of, kind: 'question', data: { number: estimate.number, text: question } });
  await stopSchedules(tx, {
    ...of,
    reason: (firstName) => `Follow-ups stopped because ${firstName} asked you a question.`,
    notify: false,
  });
  await tellContractor(tx, {
    ...of,
    kind: estimateQuestion,
    payload: { estimateId: estimate.id, askedAt: at.toISOString() },
    dedupeKey: `estimate.question:${estimate.id}:${at.getTime().toString(36)}`,
  });
};

const wasJustAsked = async (
  tx: CompanyTx,
  { leadId, question, at }: { leadId: LeadId; question: string; at: Date },
): Promise<boolean> => {
  const asked = await tx
    .selectFrom('timeline_events')
    .select('data')
    .where('lead_id', '=', leadId)
    .where('kind', '=', 'question')
    .where('at', '>', new Date(at.getTime() - SAME_PRESS))
    .execute();
  return asked.some(({ data }) => data['text'] === question);
};
