import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';

/** Lets open dashboards hear of a lead about which something changed that stands in no row of its own. */
export const touchLead = async (tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<void> => {
  await tx
    .updateTable('leads')
    .set((row) => ({ unread_count: row.ref('unread_count') }))
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .execute();
};
