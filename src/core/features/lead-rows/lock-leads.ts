import { type RawBuilder, sql } from 'kysely';
import { notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { prepared } from '../../platform/db/dialect.ts';
import type { LeadRow } from './lead-rows.table.ts';

/**
 * Leads of the company, locked until the transaction ends; the caller selects which leads and columns. They are locked
 * in the order of their ids, so that transactions that lock several can't deadlock. Lock leads before every other row;
 * only a phone's lock (`permission/phone-lock.ts`) comes before them.
 */
export const lockLeads = (tx: CompanyTx, companyId: CompanyId) => inOrder(tx, companyId).forUpdate();

/** Locks leads only against changes to the leads themselves: rows that refer to them can be written meanwhile. */
export const holdLeads = (tx: CompanyTx, companyId: CompanyId) => inOrder(tx, companyId).forNoKeyUpdate();

const inOrder = (tx: CompanyTx, companyId: CompanyId) =>
  tx.selectFrom('leads').where('leads.company_id', '=', companyId).orderBy('leads.id');

/** One lead, locked. Undefined if the company has no lead with this id, or if it was merged into another. */
export const lockLead = (tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<LeadRow | undefined> =>
  lockLeads(tx, companyId).selectAll().where('id', '=', leadId).executeTakeFirst();

/** The same for a request that names this lead. Throws NOT_FOUND. */
export async function lockLeadOrThrow(tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<LeadRow> {
  const lead = await lockLead(tx, companyId, leadId);
  if (!lead) throw notFound('This lead');
  return lead;
}

interface KnownLeads<Row> {
  companyId: CompanyId;
  leadIds: readonly LeadId[];
  /** Columns of `leads`. */
  columns: RawBuilder<Row>;
  /** With 'skip', leads that other transactions have locked are left out. */
  busy: 'wait' | 'skip';
}

/** Like `lockLeads` by ids, for the delivery engine. Each connection plans the statement once and keeps the plan. */
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
 * The end of a statement that reads `leads as l`. It locks these leads and leaves out those that other transactions
 * have locked.
 */
export const LOCKING_FREE_LEADS = sql`order by l.id for update of l skip locked`;
