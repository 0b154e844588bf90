import { type RawBuilder, sql } from 'kysely';
import { describeAsked } from '#shared/features/visits/asked.rules.ts';
import type { PlannedVisitView } from '#shared/features/visits/visits.schema.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import type { RowOf } from '../../platform/db/tables.ts';

export type PlannedVisitRow = Pick<
  RowOf<'visits'>,
  'id' | 'lead_id' | 'user_id' | 'starts_at' | 'ends_at' | 'status' | 'note'
> &
  Pick<LeadRow, 'name' | 'phone' | 'address' | 'perimeter_ft' | 'gate_count' | 'material_type'> & {
    asked_notes: string;
  };

const PLANNED =
  sql.raw(`select visits.id, visits.lead_id, visits.user_id, visits.starts_at, visits.ends_at, visits.status,
    visits.note, leads.name, leads.phone, leads.address, leads.perimeter_ft, leads.gate_count, leads.material_type,
    leads.notes as asked_notes
  from visits join leads on leads.company_id = visits.company_id and leads.id = visits.lead_id`);

/** Returns the company's visits between two instants that aren't canceled, soonest first. */
export const plannedVisits = (
  companyId: CompanyId,
  { from, to, userId }: { from: Date; to: Date; userId?: UserId | undefined },
): RawBuilder<PlannedVisitRow> => sql`${PLANNED}
  where visits.company_id = ${companyId} and visits.status <> 'cancelled'
    and visits.starts_at >= ${from} and visits.starts_at < ${to}
    ${userId === undefined ? sql`` : sql`and visits.user_id = ${userId}`}
  order by visits.starts_at, visits.id limit 1000`;

/** Returns today's visits on the company's clocks, soonest first. Uses the index visits_start. */
export const visitsToday = (companyId: CompanyId, now: Date): RawBuilder<PlannedVisitRow> => sql`${PLANNED}
  join (select time_zone as zone, date_trunc('day', ${now}::timestamptz at time zone time_zone) as day
    from company_profiles where id = ${companyId}) clocks on true
  where visits.company_id = ${companyId} and visits.status <> 'cancelled'
    and visits.starts_at >= clocks.day at time zone clocks.zone
    and visits.starts_at < (clocks.day + interval '1 day') at time zone clocks.zone
  order by visits.starts_at, visits.id limit 20`;

export const viewPlannedVisit = ({ asked_notes: notes, ...row }: PlannedVisitRow): PlannedVisitView => ({
  id: row.id,
  leadId: row.lead_id,
  userId: row.user_id,
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  status: row.status,
  note: row.note,
  name: row.name,
  phone: row.phone,
  address: row.address,
  asked: describeAsked({ ...row, notes }),
});
