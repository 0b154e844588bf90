import { sql } from 'kysely';
import { HOUR } from '#shared/primitives/durations.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import { withdrawWaiting } from '../messages/withdraw-waiting.ts';
import { tellContractor } from '../messages/tell-contractor.ts';
import { writeToHomeowner } from '../messages/write-to-homeowner.ts';
import { waysToWrite } from '../permission/ways-to-write.ts';
import { visitBooked, visitCancelled, visitMoved, visitNotice, visitReminder } from './messages/visit-messages.ts';
import type { VisitRow } from './visits.table.ts';

/** What happened to a visit. */
export type VisitNews = 'booked' | 'moved' | 'cancelled';

interface Told {
  visit: VisitRow;
  news: VisitNews;
  byHomeowner: boolean;
  at: Date;
}

const KIND = { booked: visitBooked, moved: visitMoved, cancelled: visitCancelled };
/** How long before a visit the homeowner is reminded. */
export const REMINDED_BEFORE = [24 * HOUR, 2 * HOUR];

/**
 * Queues the messages about a change to a visit, in the transaction of the change: one to the homeowner, one to the
 * contractor if the homeowner made the change, and the reminders that are still ahead. Each is sent once per change.
 * Messages to the homeowner that still wait are about the visit as it was, and are withdrawn.
 */
export async function tellOfVisit(tx: CompanyTx, { visit, news, byHomeowner, at }: Told): Promise<void> {
  const of = { companyId: visit.company_id, leadId: visit.lead_id, at };
  const payload = { visitId: visit.id, sequence: visit.sequence };
  const key = `${visit.id}:${visit.sequence}`;
  if (news !== 'booked') await withdraw(tx, visit);
  await writeToHomeowner(tx, { ...of, kind: KIND[news], payload, dedupeKey: `visit.${news}:${key}` });
  if (byHomeowner)
    await tellContractor(tx, {
      ...of,
      kind: visitNotice,
      payload: { ...payload, news },
      dedupeKey: `visit.notice:${key}`,
    });
  if (news !== 'cancelled') await planReminders(tx, visit, at);
}

const ABOUT_TIME = [visitBooked.kind, visitMoved.kind, visitReminder.kind];

/** Withdraws what waits to be sent to the homeowner about the visit as it was. */
const withdraw = (tx: CompanyTx, { company_id: companyId, lead_id: leadId, id }: VisitRow): Promise<void> =>
  withdrawWaiting(tx, {
    companyId,
    which: sql`m.lead_id = ${leadId} and m.kind = any(${ABOUT_TIME}) and m.payload->>'visitId' = ${id}`,
  });

/** Queues the reminders: by email, and also by text if the homeowner agreed to texts. */
async function planReminders(tx: CompanyTx, visit: VisitRow, at: Date): Promise<void> {
  const { company_id: companyId, lead_id: leadId } = visit;
  const ways = await waysToWrite(tx, { companyId, leadId });
  for (const before of REMINDED_BEFORE) {
    const due = new Date(visit.starts_at.getTime() - before);
    if (due <= at) continue;
    for (const way of ways)
      await enqueueMessage(tx, {
        companyId,
        leadId,
        kind: visitReminder,
        ...way,
        payload: { visitId: visit.id, sequence: visit.sequence },
        dedupeKey: `visit.reminder:${visit.id}:${visit.sequence}:${before / HOUR}:${way.channel}`,
        at,
        due: { at: due, moved: null },
      });
  }
}
