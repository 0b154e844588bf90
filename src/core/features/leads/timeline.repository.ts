import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { awaitedAfter, isUnread } from '#shared/features/leads/answers.rules.ts';
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
export const addTimelineEvent = (tx: CompanyTx, event: NewTimelineEvent): Promise<void> =>
  addTimelineEvents(tx, [event]);

/** The same for what happened to many leads of a company at once, in this order. */
export const addTimelineEvents = async (tx: CompanyTx, events: readonly NewTimelineEvent[]): Promise<void> => {
  if (events.length === 0) return;
  await tx
    .insertInto('timeline_events')
    .values(
      events.map(({ companyId, leadId, kind, at, data }) => ({
        company_id: companyId,
        lead_id: leadId,
        kind,
        at,
        data: JSON.stringify(data ?? {}),
      })),
    )
    .execute();
  for (const event of events) await settleAnswer(tx, event);
};

/** Notes whether the lead waits for the contractor's answer now, and what he has not read. */
async function settleAnswer(tx: CompanyTx, event: NewTimelineEvent): Promise<void> {
  const { companyId, leadId, at } = event;
  const awaited = awaitedAfter(event);
  const unread = isUnread(event);
  if (awaited === undefined && !unread) return;
  await tx
    .updateTable('leads')
    .$if(awaited !== undefined, (query) =>
      query.set({ awaits_answer: awaited ?? null, awaits_since: awaited ? at : null }),
    )
    .$if(unread, (query) => query.set((row) => ({ unread_count: row('unread_count', '+', 1) })))
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .$if(awaited === null, (query) => query.where('awaits_answer', 'is not', null))
    .execute();
}
