import { sql } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { awaitedAfter, isUnread } from '#shared/features/leads/answers.rules.ts';
import type { TimelineEvent } from '#shared/features/timeline/timeline.schema.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { memberIn } from '../../platform/db/requester.ts';
import { prepared } from '../../platform/db/dialect.ts';
import { noteAnswer } from '../lead-rows/write-leads.ts';

export type NewTimelineEvent = {
  companyId: CompanyId;
  leadId: LeadId;
  /** The current time by the business clock. */
  at: Date;
} & TimelineEvent;

/** Adds the member whose request caused the event, if any, to the event's data. */
export const withMember = (companyId: CompanyId, data: object): object => {
  const member = memberIn(companyId);
  return member ? { ...data, by: { userId: member.userId, name: member.name } } : data;
};

/** Adds an event to the lead's timeline. Open dashboards are notified when the transaction commits. */
export const addTimelineEvent = (tx: CompanyTx, event: NewTimelineEvent): Promise<void> =>
  addTimelineEvents(tx, [event]);

/** Adds events to the timelines of a company's leads, in the given order. */
export const addTimelineEvents = async (tx: CompanyTx, events: readonly NewTimelineEvent[]): Promise<void> => {
  if (events.length === 0) return;
  const column = (of: (event: NewTimelineEvent) => string) => events.map(of);
  await sql`${prepared} insert into timeline_events (company_id, lead_id, kind, at, data)
    select * from unnest(${column(({ companyId }) => companyId)}::uuid[], ${column(({ leadId }) => leadId)}::uuid[],
      ${column(({ kind }) => kind)}::text[], ${column(({ at }) => at.toISOString())}::timestamptz[],
      ${column((event) => JSON.stringify(withMember(event.companyId, event.data)))}::jsonb[])`.execute(tx);
  // Updates the lead's unread count and whether the lead is waiting for the contractor.
  for (const event of events)
    await noteAnswer(tx, event, { awaited: awaitedAfter(event), unread: isUnread(event), at: event.at });
};
