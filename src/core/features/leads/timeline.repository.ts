import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { awaitedAfter } from '#shared/features/leads/answers.rules.ts';
import type { TimelineData, TimelineKind } from '#shared/features/leads/leads.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

export interface NewTimelineEvent {
  companyId: CompanyId;
  leadId: LeadId;
  kind: TimelineKind;
  /** The business clock's time. */
  at: Date;
  data?: TimelineData;
}

/** Writes what happened on the lead's timeline; open dashboards hear of it when the transaction commits. */
export const addTimelineEvent = async (tx: CompanyTx, event: NewTimelineEvent): Promise<void> => {
  await tx
    .insertInto('timeline_events')
    .values({
      company_id: event.companyId,
      lead_id: event.leadId,
      kind: event.kind,
      at: event.at,
      data: JSON.stringify(event.data ?? {}),
    })
    .execute();
  await settleAnswer(tx, event);
};

/** Notes whether the lead waits for the contractor's answer now. */
async function settleAnswer(tx: CompanyTx, { companyId, leadId, kind, at }: NewTimelineEvent): Promise<void> {
  const awaited = awaitedAfter(kind);
  if (awaited === undefined) return;
  await tx
    .updateTable('leads')
    .set({ awaits_answer: awaited, awaits_since: awaited && at })
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .$if(awaited === null, (query) => query.where('awaits_answer', 'is not', null))
    .execute();
}
