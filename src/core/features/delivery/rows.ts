import { sql } from 'kysely';
import { whyNothingLeaves } from '#shared/features/trust/company-allowance.rules.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { lockKnownLeads, lockLeads } from '../lead-rows/lock-leads.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import type { MessageRow } from '../messages/messages.table.ts';
import { ACCESS_COLUMNS, type AccessRow } from '../billing/access.ts';
import { RECIPIENT_COLUMNS } from '../trust/recipients.ts';
import type { ClaimedRow } from './delivery.ts';

/**
 * Locks the message's lead, and the company's other leads whose phone number the message was texted to. Locks them in
 * id order. To avoid deadlocks, must be called before any change that stops the follow-ups to a phone number.
 */
export async function lockPhone(tx: CompanyTx, companyId: CompanyId, leadId: LeadId, rowId: string): Promise<void> {
  await lockLeads(tx, companyId)
    .select('id')
    .where(
      sql<boolean>`(id = ${leadId} or phone = any(
        select to_address from messages where id = ${rowId}))`,
    )
    .execute();
}

/** The version of a row's data. If it differs, the data has changed and must be read again. */
export type RowVersion = string;

/** The columns that determine a message's content and its checks. */
const DECIDING = [
  'id',
  'email',
  'phone',
  'name',
  'address',
  'zip',
  'perimeter_ft',
  'quote_cents',
  'language',
  'outcome',
  'archived_at',
  'held_at',
  'erased_at',
  'last_reply_at',
] as const;

/**
 * The lead columns that delivery reads. The version covers only the `DECIDING` columns. It doesn't include the
 * first-message budget columns, because the check itself changes them. It doesn't include the status either, because
 * each first message changes it. A status that ends follow-ups also stops their schedule, so delivery still notices it.
 */
const LEAD_COLUMNS = [...new Set([...DECIDING, ...RECIPIENT_COLUMNS, 'status' as const])];

export type LeadToSend = Pick<LeadRow, (typeof LEAD_COLUMNS)[number]> & {
  /** The version of the data that the message and its checks are based on. */
  version: RowVersion;
};

/** Returns the SQL for a `LeadToSend` version. `leads` is the table's alias. */
export const leadVersion = (leads: 'l' | 'leads') =>
  sql.raw<RowVersion>(`md5(row(${DECIDING.map((column) => `${leads}.${column}`).join()})::text)`);

/** Locks and returns leads. With 'skip', excludes leads that are locked by other transactions. */
export async function lockLeadsToSend(
  tx: CompanyTx,
  companyId: CompanyId,
  leadIds: readonly LeadId[],
  busy: 'wait' | 'skip',
): Promise<Map<LeadId, LeadToSend>> {
  if (leadIds.length === 0) return new Map();
  const columns = sql<LeadToSend>`${sql.join(LEAD_COLUMNS.map((column) => sql.ref(column)))},
    ${leadVersion('leads')} as version`;
  const leads = await lockKnownLeads(tx, { companyId, leadIds, columns, busy });
  return new Map(leads.map((lead) => [lead.id, lead]));
}

export const getCompany = (tx: CompanyTx, companyId: CompanyId): Promise<CompanyRow> =>
  tx.selectFrom('company_profiles').selectAll().where('id', '=', companyId).executeTakeFirstOrThrow();

/**
 * The sending company with its plan for `accessOf`. `unproven` is the reason the company can't send yet, or null if it
 * can.
 */
export interface SendingCompany {
  company: CompanyRow;
  plan: AccessRow | undefined;
  unproven: string | null;
}

export async function getSendingCompany(tx: CompanyTx, companyId: CompanyId): Promise<SendingCompany> {
  const company = await tx
    .selectFrom('company_profiles')
    .leftJoin('subscribers', 'subscribers.company_id', 'company_profiles.id')
    .selectAll('company_profiles')
    .select(ACCESS_COLUMNS)
    .select(sql<boolean>`owner_confirmed_at(company_profiles.user_id) is not null`.as('owner_confirmed'))
    .where('company_profiles.id', '=', companyId)
    .executeTakeFirstOrThrow();
  // The columns are null if there's no `subscribers` row.
  const plan = company.subscribed === null ? undefined : (company as AccessRow);
  const refusal = whyNothingLeaves({
    ownerConfirmed: company.owner_confirmed,
    companyEmailConfirmed: company.email_confirmed_at !== null,
  });
  return { company, plan, unproven: refusal?.reason ?? null };
}

export type MessageToSend = MessageRow & { version: RowVersion };

/** Locks and returns a company's or the platform's message. Returns undefined if it now belongs to another claim. */
export const lockMessage = (
  tx: CompanyTx,
  claimed: Pick<ClaimedRow, 'id' | 'claimedUntil'> & { companyId: CompanyId | null },
): Promise<MessageToSend | undefined> =>
  tx
    .selectFrom('messages')
    .selectAll()
    .select(sql<RowVersion>`xmin::text`.as('version'))
    .where('id', '=', sql<never>`${claimed.id}`)
    .where('company_id', 'is not distinct from', claimed.companyId)
    .where('status', '=', 'scheduled')
    .where('claimed_until', '=', claimed.claimedUntil)
    .forUpdate()
    .executeTakeFirst();
