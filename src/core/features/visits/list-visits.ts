import type { VisitCalendarView, VisitView } from '#shared/features/visits/visits.schema.ts';
import type { CompanyId, LeadId, UserId } from '#shared/primitives/ids.ts';
import { atLocalMinutes, endOfDay, type LocalDate } from '#shared/primitives/local-date.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { memberIn } from '../../platform/db/requester.ts';
import { plannedVisits, viewPlannedVisit } from '../leads/planned-visits.ts';
import { viewVisit } from './visits.repository.ts';
import type { VisitRow } from './visits.table.ts';

interface Between {
  companyId: CompanyId;
  /** Days in the company's zone. Both are included. */
  from: LocalDate;
  to: LocalDate;
  userId?: UserId | undefined;
}

/** Lists the visits that begin on these days, soonest first, also those that were canceled. */
export const listVisits = ({ db, config }: Pick<Deps, 'db' | 'config'>, asked: Between): Promise<VisitView[]> =>
  inCompany(db, asked.companyId, async (tx) => {
    const { time_zone: zone } = await companyOf(tx, asked.companyId);
    return (await between(tx, asked, zone)).map((row) => viewVisit(config, row));
  });

const companyOf = (tx: CompanyTx, companyId: CompanyId) =>
  tx.selectFrom('company_profiles').select('time_zone').where('id', '=', companyId).executeTakeFirstOrThrow();

const between = (tx: CompanyTx, { companyId, from, to, userId }: Between, zone: string): Promise<VisitRow[]> =>
  tx
    .selectFrom('visits')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('starts_at', '>=', atLocalMinutes(from, 0, zone))
    .where('starts_at', '<', endOfDay(to, zone))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? null))
    .orderBy('starts_at')
    .orderBy('id')
    .execute();

/** Lists a lead's visits, newest first. */
export const listVisitsOfLead = (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { companyId, leadId }: { companyId: CompanyId; leadId: LeadId },
): Promise<VisitView[]> =>
  inCompany(db, companyId, async (tx) => {
    const rows = await tx
      .selectFrom('visits')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('lead_id', '=', leadId)
      .orderBy('starts_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map((row) => viewVisit(config, row));
  });

/**
 * Returns what the calendar shows of these days: the visits that aren't canceled, the busy times of members' own
 * calendars, and why some couldn't be read. Members with the sales role see only their own calendar's.
 */
export const readVisitCalendar = ({ db }: Pick<Deps, 'db'>, asked: Between): Promise<VisitCalendarView> =>
  inCompany(db, asked.companyId, async (tx) => {
    const { companyId } = asked;
    const { time_zone: zone } = await companyOf(tx, companyId);
    const from = atLocalMinutes(asked.from, 0, zone);
    const to = endOfDay(asked.to, zone);
    const { rows } = await plannedVisits(companyId, { from, to, userId: asked.userId }).execute(tx);
    const member = memberIn(companyId);
    const only = member?.role === 'sales' ? member.userId : asked.userId;
    const busy = await tx
      .selectFrom('busy_times')
      .select(['user_id as userId', 'starts_at as startsAt', 'ends_at as endsAt'])
      .where('company_id', '=', companyId)
      .where('ends_at', '>', from)
      .where('starts_at', '<', to)
      .$if(only !== undefined, (query) => query.where('user_id', '=', only ?? null))
      .orderBy('starts_at')
      .execute();
    const problems = await tx
      .selectFrom('busy_calendars')
      .select(['user_id as userId', 'error'])
      .where('company_id', '=', companyId)
      .where('error', 'is not', null)
      .$if(only !== undefined, (query) => query.where('user_id', '=', only ?? null))
      .execute();
    return {
      visits: rows.map(viewPlannedVisit),
      busy: busy.map(({ userId, startsAt, endsAt }) => ({
        userId,
        startsAt: startsAt.toISOString(),
        endsAt: endsAt.toISOString(),
      })),
      problems: problems.map(({ userId, error }) => ({ userId, error: error ?? '' })),
    };
  });
