import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { move } from '../messages/move-message.ts';
import { lockLead } from '../lead-rows/lock-leads.ts';
import { TYPED } from '../messages/registry.ts';
import { waitAsBefore } from '../messages/wait-as-before.ts';
import { touchLead } from '../lead-rows/write-leads.ts';

/**
 * Cancels a typed message that's waiting to be sent. The lead then awaits an answer again, unless another message
 * answers the homeowner. Throws NOT_FOUND if there's no such message, and CONFLICT if the message has been sent or is
 * being sent.
 */
export const cancelTyped = (
  { db }: Pick<Deps, 'db'>,
  { companyId, messageId }: { companyId: CompanyId; messageId: string },
): Promise<void> =>
  inCompany(db, companyId, async (tx) => {
    const leadId = await findLead(tx, companyId, messageId);
    await lockLead(tx, companyId, leadId);
    const key = { rowId: messageId };
    const moved = await move(tx, key, { from: ['scheduled'], to: 'cancelled', reason: 'You canceled it' });
    if (moved === 'unchanged') throw new AppError('This message is already being sent', 'CONFLICT');
    await waitAsBefore(tx, companyId, leadId);
    await touchLead(tx, companyId, leadId);
  });

async function findLead(tx: CompanyTx, companyId: CompanyId, messageId: string): Promise<LeadId> {
  const row = await tx
    .selectFrom('messages')
    .select('lead_id')
    .where('company_id', '=', companyId)
    .where('id', '=', messageId as never)
    .where('kind', '=', TYPED)
    .executeTakeFirst();
  if (!row?.lead_id) throw notFound('the message');
  return row.lead_id;
}
