import { moneyStatus } from '#shared/features/payments/money-status.rules.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { PaymentRow } from './payments.table.ts';

/** Sets the state of every paid version from all of the lead's payments. */
export async function writeEstimateStatus(
  tx: CompanyTx,
  { company_id: companyId, lead_id: leadId }: Pick<PaymentRow, 'company_id' | 'lead_id'>,
): Promise<void> {
  const rows = await tx
    .selectFrom('payments')
    .innerJoin('estimates', 'estimates.id', 'payments.estimate_id')
    .leftJoin('estimate_acceptances as signed', 'signed.estimate_id', 'estimates.id')
    .select([
      'payments.kind',
      'payments.amount_cents',
      'payments.refunded_cents',
      'payments.status',
      'payments.extra',
      'estimates.id as estimate_id',
      'estimates.total_cents',
      'signed.total_cents as signed_cents',
      'estimates.status as estimate_status',
    ])
    .where('payments.company_id', '=', companyId)
    .where('payments.lead_id', '=', leadId)
    .where('payments.paid_at', 'is not', null)
    .execute();
  const versions = new Map(rows.map((row) => [row.estimate_id, row]));
  for (const [id, version] of versions) {
    const facts = rows.map((row) => ({
      amountCents: row.amount_cents,
      refundedCents: row.refunded_cents,
      status: row.status,
      extra: row.extra,
      settles: row.estimate_id === id && row.kind !== 'deposit',
    }));
    const status = moneyStatus(facts, version.signed_cents ?? version.total_cents);
    if (status === null || status === version.estimate_status) continue;
    await tx
      .updateTable('estimates')
      .set({ status })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute();
  }
}
