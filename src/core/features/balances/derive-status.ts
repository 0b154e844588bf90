import { moneyStatus } from '#shared/features/payments/money-status.rules.ts';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** The statuses that come from payments. */
const OF_MONEY: readonly EstimateStatus[] = ['deposit_paid', 'paid', 'refunded', 'disputed'];

/**
 * Derives the statuses of a lead's estimate versions from all of the lead's payments. Call it whenever a payment changes,
 * a version is signed or a change of it is agreed: payments for an earlier version count toward the newest signed one too. A payment for another
 * version that was refunded in full doesn't matter to a version.
 */
export async function deriveStatus(
  tx: CompanyTx,
  { companyId, leadId }: { companyId: CompanyId; leadId: LeadId },
): Promise<void> {
  const payments = await tx
    .selectFrom('payments')
    .select(['estimate_id', 'kind', 'amount_cents', 'refunded_cents', 'status'])
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('paid_at', 'is not', null)
    .execute();
  const versions = await tx
    .selectFrom('estimates')
    .leftJoin('estimate_acceptances as acceptance', 'acceptance.estimate_id', 'estimates.id')
    .leftJoin('signed_estimates as signed', 'signed.estimate_id', 'estimates.id')
    .select(['estimates.id', 'estimates.status', 'estimates.total_cents', 'signed.total_cents as signed_cents'])
    .select('acceptance.total_cents as accepted_cents')
    .where('estimates.company_id', '=', companyId)
    .where('estimates.lead_id', '=', leadId)
    .orderBy('estimates.version', 'desc')
    .execute();
  const newestSigned = versions.find(({ signed_cents: signed }) => signed !== null);
  for (const version of versions) {
    const isPaidFor = payments.some(({ estimate_id: of }) => of === version.id);
    if (!isPaidFor && version !== newestSigned) continue;
    // Without any payment, only the status of one that was voided is taken back.
    if (payments.length === 0 && !OF_MONEY.includes(version.status)) continue;
    const facts = payments
      .filter(({ estimate_id: of, status }) => of === version.id || status !== 'refunded')
      .map((payment) => ({
        amountCents: payment.amount_cents,
        refundedCents: payment.refunded_cents,
        status: payment.status,
        // After a change, the amount that a payment settled isn't the total anymore.
        settles:
          payment.estimate_id === version.id &&
          (payment.kind === 'balance' || payment.kind === 'full') &&
          version.signed_cents === version.accepted_cents,
      }));
    // A signed version without any payment left is just accepted again.
    const status = moneyStatus(facts, version.signed_cents ?? version.total_cents) ?? (isPaidFor ? null : 'accepted');
    if (status === null || status === version.status) continue;
    await tx
      .updateTable('estimates')
      .set({ status })
      .where('company_id', '=', companyId)
      .where('id', '=', version.id)
      .execute();
  }
}
