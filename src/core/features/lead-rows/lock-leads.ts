import { type RawBuilder, sql } from 'kysely';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { prepared } from '../../platform/db/dialect.ts';
import type { LeadRow } from './lead-rows.table.ts';

/**
 * Locks the company's leads until the transaction ends. The caller adds the conditions and columns to the query. The
 * leads are locked in id order, which prevents deadlocks. Always lock leads before any other rows, except that a phone
 * lock comes first (`permission/phone-lock.ts`).
 */
export const lockLeads = (tx: CompanyTx, companyId: CompanyId) => inOrder(tx, companyId).forUpdate();

/** Locks leads against changes and deletion. Rows that refer to them can still be written. */
export const holdLeads = (tx: CompanyTx, companyId: CompanyId) => inOrder(tx, companyId).forNoKeyUpdate();

const inOrder = (tx: CompanyTx, companyId: CompanyId) =>
  tx.selectFrom('leads').where('leads.company_id', '=', companyId).orderBy('leads.id');

/**
 * Locks and returns one lead. Returns undefined if the company has no lead with this id, or if the lead was merged into
 * another.
 */
export const lockLead = (tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<LeadRow | undefined> =>
  lockLeads(tx, companyId).selectAll().where('id', '=', leadId).executeTakeFirst();

/** Locks and returns a request's lead. Throws NOT_FOUND. */
export async function lockLeadOrThrow(tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<LeadRow> {
  const lead = await lockLead(tx, companyId, leadId);
  if (!lead) throw notFound('this lead');
  return lead;
}

interface KnownLeads<Row> {
  companyId: CompanyId;
  leadIds: readonly LeadId[];
  /** The columns of `leads` to select. */
  columns: RawBuilder<Row>;
  /** With 'skip', leads that are locked by other transactions are left out. */
  busy: 'wait' | 'skip';
}

/**
 * Locks leads by id for the delivery engine, like `lockLeads`. Each connection plans the statement once and reuses the
 * plan.
 */
export async function lockKnownLeads<Row>(
  tx: CompanyTx,
  { companyId, leadIds, columns, busy }: KnownLeads<Row>,
): Promise<Row[]> {
  const { rows } = await sql<Row>`${prepared} select ${columns} from leads
    where company_id = ${companyId} and id = any(${leadIds}::uuid[])
    order by id for update ${busy === 'skip' ? sql`skip locked` : sql``}`.execute(tx);
  return rows;
}

/**
 * The end of an SQL statement that reads `leads as l`. Locks the leads and skips those locked by other transactions.
 */
export const LOCKING_FREE_LEADS = sql`order by l.id for update of l skip locked`;
