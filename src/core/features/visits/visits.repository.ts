import { DatabaseError } from 'pg';
import { LEAST_TRAVEL, type Place, travelMinutes } from '#shared/features/visits/travel.rules.ts';
import type { VisitSettings, VisitView } from '#shared/features/visits/visits.schema.ts';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import { DAY, MINUTE } from '#shared/primitives/durations.ts';
import type { CompanyId, UserId, VisitId } from '#shared/primitives/ids.ts';
import type { Config } from '../../platform/config.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { asWholeCompany } from '../../platform/db/whole-company.ts';
import { placeOfLead } from './member-times.ts';
import { visitUrl } from './visit-links.ts';
import type { VisitRow } from './visits.table.ts';

interface OneVisit {
  companyId: CompanyId;
  visitId: VisitId;
}

export const findVisit = (tx: CompanyTx, { companyId, visitId }: OneVisit): Promise<VisitRow | undefined> =>
  tx.selectFrom('visits').selectAll().where('company_id', '=', companyId).where('id', '=', visitId).executeTakeFirst();

/** Returns a visit. Throws NOT_FOUND. */
export async function getVisit(tx: CompanyTx, of: OneVisit): Promise<VisitRow> {
  const visit = await findVisit(tx, of);
  if (!visit) throw notFound('this visit');
  return visit;
}

/** Converts a visit to the API response. */
export const viewVisit = (config: Pick<Config, 'PUBLIC_URL' | 'APP_SECRET'>, row: VisitRow): VisitView => ({
  id: row.id,
  leadId: row.lead_id,
  userId: row.user_id,
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  status: row.status,
  note: row.note,
  url: visitUrl(config, row),
});

/** When and where a visit is about to be, and who takes it. */
export interface PlannedVisit {
  companyId: CompanyId;
  userId: UserId;
  startsAt: Date;
  endsAt: Date;
  place: Place;
  settings: Pick<VisitSettings, 'travel'>;
  /** The visit's id if it's about to be moved. */
  except?: VisitId;
}

const range = (from: Date, to: Date): string => `[${from.toISOString()},${to.toISOString()})`;

/**
 * Returns the time that a planned visit blocks: until the way to the member's next visit is done. Also sets what the
 * member's previous visit blocks, because the way from there now leads to this one. The caller must hold `lockVisits`
 * and must have checked that the visit fits.
 */
export const blockedBy = (tx: CompanyTx, planned: PlannedVisit): Promise<string> =>
  asWholeCompany(tx, planned.companyId, async () => {
    const { startsAt, endsAt, place, settings } = planned;
    const before = await neighbor(tx, planned, 'before');
    if (before) {
      const way = travelMinutes(settings.travel, placeOfLead(before), place) * MINUTE;
      const until = new Date(Math.min(before.ends_at.getTime() + way, startsAt.getTime()));
      await tx
        .updateTable('visits')
        .set({ blocked: range(before.starts_at, until) })
        .where('id', '=', before.id)
        .execute();
    }
    const after = await neighbor(tx, planned, 'after');
    const way = after
      ? travelMinutes(settings.travel, place, placeOfLead(after))
      : settings.travel === 'auto'
        ? LEAST_TRAVEL
        : settings.travel;
    const until = endsAt.getTime() + way * MINUTE;
    return range(startsAt, new Date(after ? Math.min(until, after.starts_at.getTime()) : until));
  });

/** Returns the member's last visit before the planned one, or the first one after it. */
const neighbor = (
  tx: CompanyTx,
  { companyId, userId, startsAt, endsAt, except }: PlannedVisit,
  where: 'before' | 'after',
) =>
  tx
    .selectFrom('visits')
    .innerJoin('leads', 'leads.id', 'visits.lead_id')
    .select(['visits.id', 'starts_at', 'ends_at', 'leads.measured', 'leads.zip', 'leads.address'])
    .where('visits.company_id', '=', companyId)
    .where('visits.user_id', '=', userId)
    .where('visits.status', '!=', 'cancelled')
    .$if(except !== undefined, (query) => query.where('visits.id', '!=', except ?? null))
    .$if(where === 'before', (query) => query.where('ends_at', '<=', startsAt).orderBy('starts_at', 'desc'))
    .$if(where === 'after', (query) => query.where('starts_at', '>=', endsAt).orderBy('starts_at'))
    .limit(1)
    .executeTakeFirst();

export const slotTaken = (): AppError => new AppError('This time is no longer free. Choose another one', 'CONFLICT');

/** Runs a statement that writes a visit. Throws CONFLICT if Postgres refuses it because of another visit. */
export async function apart<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'visits_apart') throw slotTaken();
    throw error;
  }
}

/** The most visits that a homeowner can book in 24 hours, and the most changes to one visit. Each one sends emails. */
const MOST_A_DAY = 5;
const MOST_CHANGES = 10;

/**
 * Throws RATE_LIMITED if a homeowner has booked too many visits in 24 hours, or has changed `visit` too often. Visits that
 * members booked count too.
 */
export async function refuseTooMany(
  tx: CompanyTx,
  { companyId, leadId, at, visit }: { companyId: CompanyId; leadId: VisitRow['lead_id']; at: Date; visit?: VisitRow },
): Promise<void> {
  const { booked } = await tx
    .selectFrom('visits')
    .select((row) => row.fn.countAll<number>().as('booked'))
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('created_at', '>', new Date(at.getTime() - DAY))
    .executeTakeFirstOrThrow();
  if (visit ? visit.sequence >= MOST_CHANGES : Number(booked) >= MOST_A_DAY)
    throw new AppError('You changed your visit many times. Please call instead', 'RATE_LIMITED');
}

/** Returns the lead's next visit that is booked and hasn't begun, if any. */
export const visitAhead = (
  tx: CompanyTx,
  { companyId, leadId, at }: { companyId: CompanyId; leadId: VisitRow['lead_id']; at: Date },
): Promise<VisitRow | undefined> =>
  tx
    .selectFrom('visits')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('status', '=', 'booked')
    .where('starts_at', '>', at)
    .orderBy('starts_at')
    .limit(1)
    .executeTakeFirst();
