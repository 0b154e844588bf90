import type { VisitView } from '#shared/features/visits/visits.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, UserId, VisitId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { resumeSchedules } from '../schedules/stop-schedules.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { STOPPED_BY_VISIT, type VisitDeps } from './book-visit.ts';
import { planVisit } from './check-slot.ts';
import { lockVisits } from './keep-visits-apart.ts';
import { tellOfVisit } from './tell-of-visit.ts';
import { apart, blockedBy, findVisit, getVisit, viewVisit, visitAhead } from './visits.repository.ts';
import type { VisitRow } from './visits.table.ts';

interface OneVisit {
  companyId: CompanyId;
  visitId: VisitId;
}

/** A visit that can't be changed meanwhile: its lead and the company's visits are locked. */
export interface Changing {
  visit: VisitRow;
  lead: LeadRow;
  byHomeowner: boolean;
  at: Date;
}

/**
 * Runs a change to a visit in one transaction, then wakes the worker. Throws NOT_FOUND if the company has no such visit,
 * or if the member can't see it.
 */
export async function changing<T>(
  deps: VisitDeps,
  { companyId, visitId, byHomeowner = false }: OneVisit & { byHomeowner?: boolean },
  work: (tx: CompanyTx, changed: Changing) => Promise<T>,
): Promise<T> {
  const result = await inCompany(deps.db, companyId, async (tx) => {
    // Another transaction may merge the visit's lead into another one until the lead is locked.
    const found = await findVisit(tx, { companyId, visitId });
    if (!found) throw notFound('this visit');
    const lead = await lockLeadOrThrow(tx, companyId, found.lead_id);
    await lockVisits(tx, companyId);
    const visit = await getVisit(tx, { companyId, visitId });
    return work(tx, { visit, lead, byHomeowner, at: deps.clock.now() });
  });
  await deps.wakeUps.enqueue(companyId);
  return result;
}

const CANCELLED = 'This visit is canceled. Book another one';
const OVER = 'This visit is over';

/**
 * Moves a visit, also to another member. Does nothing if it's already there. Throws NOT_FOUND, CONFLICT if the time is
 * taken or the visit isn't booked anymore, and VALIDATION_FAILED as for booking.
 */
export const moveVisit = (
  deps: VisitDeps,
  { startsAt, userId, ...of }: OneVisit & { startsAt: Date; userId?: UserId | undefined },
): Promise<VisitView> =>
  changing(deps, of, async (tx, changed) => viewVisit(deps.config, await move(tx, changed, { startsAt, userId })));

/** Moves a visit in the caller's transaction. */
export async function move(
  tx: CompanyTx,
  { visit, lead, byHomeowner, at }: Changing,
  { startsAt, userId }: { startsAt: Date; userId?: UserId | undefined },
): Promise<VisitRow> {
  if (visit.status !== 'booked') throw new AppError(visit.status === 'cancelled' ? CANCELLED : OVER, 'CONFLICT');
  const to = userId ?? visit.user_id ?? undefined;
  if (visit.starts_at.getTime() === startsAt.getTime() && to === (visit.user_id ?? undefined)) return visit;
  const companyId = visit.company_id;
  const planned = await planVisit(tx, { companyId, lead, startsAt, userId: to, byHomeowner, at, except: visit.id });
  const blocked = await blockedBy(tx, planned);
  const row = await apart(() =>
    tx
      .updateTable('visits')
      .set((old) => ({
        user_id: planned.userId,
        starts_at: planned.startsAt,
        ends_at: planned.endsAt,
        blocked,
        sequence: old('sequence', '+', 1),
      }))
      .where('id', '=', visit.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  const data = {
    visitId: row.id,
    startsAt: row.starts_at.toISOString(),
    from: visit.starts_at.toISOString(),
    homeowner: byHomeowner,
  };
  await addTimelineEvent(tx, { companyId, leadId: row.lead_id, kind: 'visit_moved', at, data });
  await tellOfVisit(tx, { visit: row, news: 'moved', byHomeowner, at });
  return row;
}

/**
 * Cancels a visit. The lead's follow-ups go on, unless another visit is ahead. Canceling again changes nothing. Throws
 * NOT_FOUND, and CONFLICT if the visit is over.
 */
export const cancelVisit = (
  deps: VisitDeps,
  { reason, ...of }: OneVisit & { reason?: string | undefined },
): Promise<VisitView> =>
  changing(deps, of, async (tx, changed) => viewVisit(deps.config, await cancel(tx, changed, reason)));

/** Cancels a visit in the caller's transaction. */
export async function cancel(
  tx: CompanyTx,
  { visit, byHomeowner, at }: Changing,
  reason: string | undefined,
): Promise<VisitRow> {
  if (visit.status === 'cancelled') return visit;
  if (visit.status !== 'booked') throw new AppError(OVER, 'CONFLICT');
  const of = { companyId: visit.company_id, leadId: visit.lead_id, at };
  const row = await setStatus(tx, visit, 'cancelled');
  const data = {
    visitId: row.id,
    startsAt: row.starts_at.toISOString(),
    homeowner: byHomeowner,
    ...(reason && { reason }),
  };
  await addTimelineEvent(tx, { ...of, kind: 'visit_cancelled', data });
  if (!(await visitAhead(tx, of))) await resumeSchedules(tx, { ...of, reason: STOPPED_BY_VISIT });
  await tellOfVisit(tx, { visit: row, news: 'cancelled', byHomeowner, at });
  return row;
}

/**
 * Records whether a visit took place. A member can correct it later. Nothing is sent. Throws NOT_FOUND, and CONFLICT if
 * the visit hasn't begun or is canceled.
 */
export const setVisitOutcome = (
  deps: VisitDeps,
  { outcome, ...of }: OneVisit & { outcome: 'done' | 'no_show' },
): Promise<VisitView> =>
  changing(deps, of, async (tx, { visit, at }) => {
    if (visit.status === 'cancelled') throw new AppError(CANCELLED, 'CONFLICT');
    if (visit.starts_at > at) throw new AppError('This visit hasn’t begun yet', 'CONFLICT');
    if (visit.status === outcome) return viewVisit(deps.config, visit);
    const row = await setStatus(tx, visit, outcome);
    await addTimelineEvent(tx, {
      companyId: row.company_id,
      leadId: row.lead_id,
      kind: outcome === 'done' ? 'visit_done' : 'visit_missed',
      at,
      data: { visitId: row.id, startsAt: row.starts_at.toISOString() },
    });
    return viewVisit(deps.config, row);
  });

/** Sets a visit's status. Calendars have to follow a cancellation, but not an outcome. */
const setStatus = (tx: CompanyTx, { id }: VisitRow, status: 'cancelled' | 'done' | 'no_show'): Promise<VisitRow> =>
  tx
    .updateTable('visits')
    .set((old) => ({ status, ...(status === 'cancelled' && { sequence: old('sequence', '+', 1) }) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
