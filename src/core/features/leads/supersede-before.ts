import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/**
 * Replaces every earlier unpaid version, including signed ones: its link shows that a newer one exists, and it can't be
 * accepted or paid any more. Paid versions stay accepted.
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
