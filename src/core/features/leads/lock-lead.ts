import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { LeadRow } from './leads.table.ts';

/** The lead, locked. Always the first lock of a delivery transaction, as of `followUps.save`: no two can deadlock. */
export const lockLead = (tx: CompanyTx, companyId: CompanyId, leadId: LeadId): Promise<LeadRow | undefined> =>
  tx
    .selectFrom('leads')
    .selectAll()
    .where('id', '=', leadId)
    .where('company_id', '=', companyId)
    .forUpdate()
    .executeTakeFirst();
