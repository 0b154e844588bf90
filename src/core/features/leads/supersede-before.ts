import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/**
 * Ends every earlier version that was not paid, a signed one too: its link shows that a newer one exists, and
 * nothing can be accepted or paid by it any more. What was paid for stays accepted.
 */
export const supersedeBefore = async (
  tx: CompanyTx,
  { companyId, leadId, version }: { companyId: CompanyId; leadId: LeadId; version: number },
): Promise<void> => {
  await tx
    .updateTable('estimates')
    .set({ status: 'superseded' })
    .where('company_id', '=', companyId)
    .where('lead_id', '=', leadId)
    .where('version', '<', version)
    .where('status', 'in', ['draft', 'sent', 'viewed', 'accepted', 'declined', 'expired'])
    .execute();
};
