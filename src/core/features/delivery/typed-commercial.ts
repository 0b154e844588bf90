import type { CompanyTx } from '../../platform/db/app.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';
import type { OutboxRow } from '../outbox/outbox.table.ts';
import { isEnteredByHand, relationTo } from '../trust/relation.ts';
import { makesOffer } from './typed-text.ts';

/**
 * Whether a typed email is commercial (C22, C24): it makes an offer, or goes to a person whom the company entered by
 * hand and who hasn't written. A reply in a conversation isn't.
 */
export async function isCommercialTyped(
  tx: CompanyTx,
  { company_id: companyId, lead_id: leadId, payload }: Pick<OutboxRow, 'company_id' | 'lead_id' | 'payload'>,
): Promise<boolean> {
  if (makesOffer(payload)) return true;
  const lead = await tx
    .selectFrom('leads')
    .select(['id', 'company_id', 'email', 'phone', 'homeowner_email'] satisfies (keyof LeadRow)[])
    .where('company_id', '=', companyId)
    .where('id', '=', leadId)
    .executeTakeFirst();
  return lead !== undefined && isEnteredByHand(await relationTo(tx, lead));
}
