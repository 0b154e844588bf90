import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
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
};
