import type { VisitView } from '#shared/features/visits/visits.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId, UserId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import { refuseHeld } from '../leads/held-leads.ts';
import { stopSchedules } from '../schedules/stop-schedules.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import { planVisit } from './check-slot.ts';
import { lockVisits } from './keep-visits-apart.ts';
import { tellOfVisit } from './tell-of-visit.ts';
import { newVisitToken } from './visit-links.ts';
import { apart, blockedBy, refuseTooMany, viewVisit, visitAhead } from './visits.repository.ts';
import type { VisitRow } from './visits.table.ts';

/** Why booking a visit stops a lead's follow-ups, as the contractor sees it. */
export const STOPPED_BY_VISIT = 'visit booked';

export type VisitDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'wakeUps'>;

export interface NewVisit {
  companyId: CompanyId;
  leadId: LeadId;
  startsAt: Date;
  userId?: UserId | undefined;
  note?: string | undefined;
  idempotencyKey?: string | undefined;
}

/**
 * Books a visit for the company. A call with a known `idempotencyKey` returns the visit that it booked. Throws NOT_FOUND
 * if there's no such lead or member, CONFLICT if the time is taken, the lead waits for review or visits are off, and
 * VALIDATION_FAILED if the time is past, outside the hours or too far ahead.
 */
export async function bookVisit(deps: VisitDeps, visit: NewVisit): Promise<VisitView> {
  const booked = await inCompany(deps.db, visit.companyId, async (tx) => {
    const lead = await lockLeadOrThrow(tx, visit.companyId, visit.leadId);
    return bookFor(tx, deps, { ...visit, lead, byHomeowner: false });
  });
  await deps.wakeUps.enqueue(visit.companyId);
  return viewVisit(deps.config, booked);
}

/**
 * Books a visit in the caller's transaction, which has locked the lead. Stops the lead's follow-ups. A homeowner can have
 * one visit ahead. Throws the same errors as `bookVisit`.
 */
export async function bookFor(
  tx: CompanyTx,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  visit: NewVisit & { lead: LeadRow; byHomeowner: boolean },
): Promise<VisitRow> {
  const { companyId, leadId, lead, byHomeowner } = visit;
  const at = clock.now();
  const known = await findVisitByKey(tx, visit);
  if (known && known.lead_id !== leadId)
    throw new AppError('Another visit was booked with this idempotency key', 'CONFLICT');
  if (known) return known;
  refuseHeld(lead);
  // first, so that a form sent twice isn't told that someone else took the time. The lead is locked
  if (byHomeowner && (await visitAhead(tx, { companyId, leadId, at })))
    throw new AppError('You already have a visit booked', 'CONFLICT', { nextStep: 'refresh' });
  // refuses most calls of a rush for one slot before they wait for each other
  await planVisit(tx, { ...visit, at });
  await lockVisits(tx, companyId);
  if (byHomeowner) await refuseTooMany(tx, { companyId, leadId, at });
  const planned = await planVisit(tx, { ...visit, at });
  const blocked = await blockedBy(tx, planned);
  const row = await apart(() =>
    tx
      .insertInto('visits')
      .values({
        company_id: companyId,
        lead_id: leadId,
        user_id: planned.userId,
        starts_at: planned.startsAt,
        ends_at: planned.endsAt,
        blocked,
        note: visit.note ?? '',
        ...newVisitToken(config.APP_SECRET),
        idempotency_key: visit.idempotencyKey ?? null,
        created_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  const data = { visitId: row.id, startsAt: row.starts_at.toISOString(), homeowner: byHomeowner };
  await addTimelineEvent(tx, { companyId, leadId, kind: 'visit_booked', at, data });
  await stopSchedules(tx, { companyId, leadId, reason: () => STOPPED_BY_VISIT, at, notify: false });
  await tellOfVisit(tx, { visit: row, news: 'booked', byHomeowner, at });
  await decideAgain(tx, visit);
  return row;
}

/** Has the worker decide again about a request that only lacked a visit. Its estimate then goes out if it's in bounds. */
const decideAgain = async (
  tx: CompanyTx,
  { companyId, leadId }: Pick<NewVisit, 'companyId' | 'leadId'>,
): Promise<void> => {
  await tx
    .updateTable('instant_requests')
    .set({ state: 'pending' })
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('state', '=', 'visit')
    .execute();
};

/** Returns the visit that a call with this key booked, if any. */
export const findVisitByKey = async (
  tx: CompanyTx,
  { companyId, idempotencyKey }: Pick<NewVisit, 'companyId' | 'idempotencyKey'>,
): Promise<VisitRow | undefined> =>
  idempotencyKey === undefined
    ? undefined
    : tx
        .selectFrom('visits')
        .selectAll()
        .where('company_id', '=', companyId)
        .where('idempotency_key', '=', idempotencyKey)
        .executeTakeFirst();
