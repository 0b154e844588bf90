import type { Kysely } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { Database } from '../../platform/db/tables.ts';
import { contractorKinds } from '../outbox/registry.ts';

/**
 * Returns the email addresses that a homeowner's emails were sent to, in lowercase, newest first. Covers either one
 * message's attempts or all emails to a lead. These addresses can differ from the lead's current email address, which
 * may have been corrected or may come from a merged lead.
 */
export async function mailedAddresses(
  db: Kysely<Database>,
  of: { rowId: string } | { leadId: LeadId },
): Promise<{ companyId: CompanyId; address: string }[]> {
  const mails = await db
    .selectFrom('messages')
    .select(['company_id', 'to_address'])
    .where('direction', '=', 'out')
    .where('channel', '=', 'email')
    .where('kind', 'not in', contractorKinds())
    .$if('rowId' in of, (query) => query.where('source_id', '=', 'rowId' in of ? of.rowId : null))
    .$if('leadId' in of, (query) => query.where('lead_id', '=', 'leadId' in of ? of.leadId : null))
    .orderBy('at', 'desc')
    .execute();
  const known = new Map<string, { companyId: CompanyId; address: string }>();
  for (const { company_id: companyId, to_address } of mails) {
    const address = to_address.trim().toLowerCase();
    if (companyId !== null && !known.has(address)) known.set(address, { companyId, address });
  }
  return [...known.values()];
}
