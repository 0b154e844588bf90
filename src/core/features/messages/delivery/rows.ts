import { sql } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';
import type { CompanyRow, FollowUpMessageRow, LeadRow, OutboxRow, ScheduleRow } from '../../../platform/db/tables.ts';
import type { ClaimedRow } from './delivery.ts';

/** The lead, locked. Always the first lock of a delivery transaction, as of `followUps.save`: no two can deadlock. */
export const lockLead = (tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<LeadRow | undefined> =>
  tx
    .selectFrom('leads')
    .selectAll()
    .where('id', '=', leadId)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst();

export const getCompany = (tx: CompanyTx, companyId: CompanyId): Promise<CompanyRow> =>
  tx.selectFrom('company_profiles').selectAll().where('id', '=', companyId).executeTakeFirstOrThrow();

/** The follow-up, locked; undefined where this claim does not hold it any more. */
export const lockFollowUp = (tx: CompanyTx, claimed: ClaimedRow): Promise<FollowUpMessageRow | undefined> =>
  tx
    .selectFrom('follow_up_messages')
    .selectAll()
    .where('id', '=', sql<never>`${claimed.id}`)
    .where('company_id', '=', claimed.companyId)
    .where('status', '=', 'scheduled')
    .where('claimed_until', '=', claimed.claimedUntil)
    .forUpdate()
    .executeTakeFirst();

/** The outbox row, locked; undefined where this claim does not hold it any more. */
export const lockOutbox = (tx: CompanyTx, claimed: ClaimedRow): Promise<OutboxRow | undefined> =>
  tx
    .selectFrom('outbox')
    .selectAll()
    .where('id', '=', sql<never>`${claimed.id}`)
    .where('company_id', '=', claimed.companyId)
    .where('status', '=', 'scheduled')
    .where('claimed_until', '=', claimed.claimedUntil)
    .forUpdate()
    .executeTakeFirst();

export const getSchedule = (tx: CompanyTx, row: FollowUpMessageRow): Promise<ScheduleRow> =>
  tx
    .selectFrom('follow_up_schedules')
    .selectAll()
    .where('id', '=', row.schedule_id)
    .where('company_id', '=', row.company_id)
    .executeTakeFirstOrThrow();

/** Whether a text ever went to this number in the company's name, this row's own tries left out (C6). */
export async function isFirstText(tx: CompanyTx, companyId: CompanyId, phone: string, rowId: string): Promise<boolean> {
  const earlier = await tx
    .selectFrom('messages')
    .select('id')
    .where('company_id', '=', companyId)
    .where('to_address', '=', phone)
    .where('direction', '=', 'out')
    .where('channel', '=', 'sms')
    .where('status', '!=', 'failed')
    .where(sql<boolean>`source_id is distinct from ${rowId}`)
    .limit(1)
    .executeTakeFirst();
  return earlier === undefined;
}
