import { type Kysely, type NotNull, sql } from 'kysely';
import { ON_ITS_WAY } from '#shared/features/payments/payment-status.rules.ts';
import type { CompanyId, LeadId, PaymentId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { Database } from '../../platform/db/tables.ts';
import { lockLeadOrThrow } from '../lead-rows/lock-leads.ts';
import type { PaymentRow } from './payments.table.ts';

export const OPEN_COLUMNS = [
  'id',
  'company_id',
  'lead_id',
  'estimate_id',
  'kind',
  'amount_cents',
  'fee_cents',
  'status',
  'stripe_account_id',
  'stripe_session_id',
  'operation_id',
  'end_operation_id',
  'expires_at',
  'created_at',
] as const;

/** The columns needed to open, expire or update a payment's checkout. */
export type OpenPayment = Omit<Pick<PaymentRow, (typeof OPEN_COLUMNS)[number]>, 'stripe_account_id' | 'expires_at'> & {
  stripe_account_id: string;
  expires_at: Date;
};

/** Selects payments that have or get a checkout. Payments that were recorded by hand have none. */
export const selectPayments = (db: Kysely<Database>) =>
  db
    .selectFrom('payments')
    .select(OPEN_COLUMNS)
    .where('by_hand', '=', false)
    .$narrowType<{ stripe_account_id: NotNull; expires_at: NotNull }>();

/**
 * Records that a checkout's URL is about to be returned to a browser. Returns false if the checkout has ended or we're
 * expiring it. In that case, the URL must not be returned.
 */
export const noteHandedOut = async (tx: CompanyTx, { company_id: companyId, id }: OpenPayment): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ handed_out_at: sql<Date>`clock_timestamp()` })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where('end_operation_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Returns a lead's payment in progress, if any. */
export const findOnItsWay = (
  tx: CompanyTx,
  { companyId, leadId }: { companyId: CompanyId; leadId: LeadId },
): Promise<OpenPayment | undefined> =>
  selectPayments(tx)
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('status', 'in', ON_ITS_WAY)
    .executeTakeFirst();

/** Locks a payment after its lead, and returns it. Undefined if the company has no such payment. */
export async function lockPayment(
  tx: CompanyTx,
  { companyId, id }: { companyId: CompanyId; id: PaymentId },
): Promise<PaymentRow | undefined> {
  const row = () => tx.selectFrom('payments').selectAll().where('company_id', '=', companyId).where('id', '=', id);
  const found = await row().executeTakeFirst();
  if (!found) return undefined;
  await lockLeadOrThrow(tx, companyId, found.lead_id);
  return row().forUpdate().executeTakeFirst();
}
