import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { FollowUpMessageRow, ScheduleRow } from './follow-ups.table.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';

/**
 * Returns the lead. With `lock`, also locks it. Every change to follow-ups must take this lock first. Throws NOT_FOUND.
 */
export async function getLead(tx: CompanyTx, companyId: CompanyId, leadId: LeadId, lock = false): Promise<LeadRow> {
  const lead = lock
    ? await lockLead(tx, companyId, leadId)
    : await tx
        .selectFrom('leads')
        .selectAll()
        .where('id', '=', leadId)
        .where('company_id', '=', companyId)
        .executeTakeFirst();
  if (!lead) throw notFound('the lead');
  return lead;
}

/**
 * Returns the company. If `lock` is set, other transactions can't change the company until this one ends, but they can
 * still write rows that reference it. A stronger lock would block those writes too, and could deadlock with a
 * transaction that has locked a lead and writes such a row.
 */
export async function getCompany(tx: CompanyTx, companyId: CompanyId, lock = false): Promise<CompanyRow> {
  const company = await tx
    .selectFrom('company_profiles')
    .selectAll()
    .where('id', '=', companyId)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!company) throw notFound('the company');
  return company;
}

export const findSchedule = (tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<ScheduleRow | undefined> =>
  tx
    .selectFrom('follow_up_schedules')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .executeTakeFirst();

/** Returns the follow-up rows in step order, texts before emails. */
export const listMessages = (
  tx: CompanyTx,
  schedule: Pick<ScheduleRow, 'id' | 'company_id'>,
): Promise<FollowUpMessageRow[]> =>
  tx
    .selectFrom('follow_up_messages')
    .selectAll()
    .where('company_id', '=', schedule.company_id)
    .where('schedule_id', '=', schedule.id)
    .orderBy('step')
    .orderBy('channel', 'desc')
    .execute();
