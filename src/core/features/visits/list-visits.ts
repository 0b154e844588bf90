import type { VisitView } from '#shared/features/visits/visits.schema.ts';
import type { CompanyId, LeadId, UserId } from '#shared/primitives/ids.ts';
import { atLocalMinutes, endOfDay, type LocalDate } from '#shared/primitives/local-date.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
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
