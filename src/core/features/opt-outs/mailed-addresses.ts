import { type Kysely, sql } from 'kysely';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { Database } from '../../platform/db/tables.ts';
import { contractorKinds } from '../messages/registry.ts';

/**
 * Returns the email addresses that a homeowner's emails were sent to, in lowercase, newest first. Covers either one
 * message's attempts or all emails to a lead. These addresses can differ from the lead's current email address, which
 * may have been corrected or may come from a merged lead.
 */
export async function mailedAddresses(
  db: Kysely<Database>,
  of: { rowId: string } | { leadId: LeadId },
): Promise<{ companyId: CompanyId; address: string }[]> {
  const which = 'rowId' in of ? sql`m.id = ${of.rowId}` : sql`m.lead_id = ${of.leadId}`;
  const { rows: mails } = await sql<{ company_id: CompanyId | null; to_address: string }>`
    with sent as (select m.id, m.company_id, m.to_address, m.at from messages m
      where ${which} and m.direction = 'out' and m.channel = 'email' and m.from_address is not null
        and m.kind <> all(${contractorKinds()}))
    select company_id, to_address, at from sent where at is not null
    union all select a.company_id, a.to_address, a.at from message_attempts a join sent on sent.id = a.message_id
    order by at desc`.execute(db);
  const known = new Map<string, { companyId: CompanyId; address: string }>();
  for (const { company_id: companyId, to_address } of mails) {
    const address = to_address.trim().toLowerCase();
    if (companyId !== null && !known.has(address)) known.set(address, { companyId, address });
  }
  return [...known.values()];
}
