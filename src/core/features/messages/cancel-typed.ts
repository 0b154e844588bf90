import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { changeRow } from './delivery/record.ts';
import { lockLead } from './delivery/rows.ts';
import { TYPED } from './outbox.repository.ts';
import { touchLead } from './touch-lead.ts';

/**
 * Takes back what the contractor typed as long as it waits for its hour. Throws NOT_FOUND, or CONFLICT where it is
 * being sent or has been.
 */
export const cancelTyped = (
  { db }: Pick<Deps, 'db'>,
  { companyId, messageId }: { companyId: CompanyId; messageId: string },
): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    const leadId = await findLead(tx, companyId, messageId);
    await lockLead(tx, companyId, leadId);
    const key = { table: 'outbox', rowId: messageId } as const;
    const cancelled = await changeRow(tx, key, ['scheduled'], { status: 'cancelled', reason: 'You took it back' });
    if (!cancelled) throw new AppError('This message is on its way already', 'CONFLICT');
    await touchLead(tx, companyId, leadId);
  });

async function findLead(tx: CompanyTx, companyId: CompanyId, messageId: string): Promise<LeadId> {
  const row = await tx
    .selectFrom('outbox')
    .select('lead_id')
    .where('company_id', '=', companyId)
    .where('id', '=', messageId as never)
    .where('kind', '=', TYPED)
    .executeTakeFirst();
  if (!row?.lead_id) throw notFound('The message');
  return row.lead_id;
}
