import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/**
 * Marks all earlier unpaid versions as superseded, including signed ones. Their links then show that a newer version
 * exists. Superseded versions can no longer be accepted or paid. Paid versions stay accepted.
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
