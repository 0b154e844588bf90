import type { Kysely } from 'kysely';
import { ON_ITS_WAY } from '#shared/features/payments/payment-status.rules.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { Database, PaymentRow } from '../../platform/db/tables.ts';

export const OPEN_COLUMNS = [
  'id',
  'company_id',
  'lead_id',
  'estimate_id',
  'kind',
  'amount_cents',
  'status',
  'stripe_account_id',
  'stripe_session_id',
  'operation_id',
  'expires_at',
  'created_at',
] as const;

/** What is needed to open, end or settle a payment's checkout. */
export type OpenPayment = Pick<PaymentRow, (typeof OPEN_COLUMNS)[number]>;

export const selectPayments = (db: Kysely<Database>) => db.selectFrom('payments').select(OPEN_COLUMNS);

/** The one payment of a lead that is on its way, if there is one. */
export const findOnItsWay = (
  tx: CompanyTx,
  { companyId, leadId }: { companyId: CompanyId; leadId: LeadId },
): Promise<OpenPayment | undefined> =>
  selectPayments(tx)
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('status', 'in', ON_ITS_WAY)
    .executeTakeFirst();
