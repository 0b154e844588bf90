import { sql } from 'kysely';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { LeadRow } from '../lead-rows/lead-rows.table.ts';

/** How contact between a company and a lead started, based on the lead's current email address and phone. */
export interface Relation {
  /** Whether the homeowner entered this email address in the widget. */
  asked: boolean;
  /**
   * Whether the homeowner has written from this email address or phone, or has asked a question about an estimate that
   * was sent to it.
   */
  wrote: boolean;
}

export type RelatedLead = Pick<LeadRow, 'id' | 'company_id' | 'email' | 'phone' | 'homeowner_email'>;

/**
 * Returns how contact between a company and a lead started. Runs one statement. Only messages from the lead's current
 * email address and phone count, and automatic replies don't. If the company changed the email address that the
 * homeowner entered, `asked` is false.
 */
export async function relationTo(
  tx: CompanyTx,
  { id, company_id: companyId, email, phone, homeowner_email: homeownerEmail }: RelatedLead,
): Promise<Relation> {
  const { rows } = await sql<{ wrote: boolean }>`select
    exists (select from messages where company_id = ${companyId} and lead_id = ${id} and direction = 'in'
        and not automated
        and (channel = 'email' and lower(from_address) = lower(${email}::text)
          or channel = 'sms' and from_address = ${phone}))
      or (exists (select from timeline_events
          where company_id = ${companyId} and lead_id = ${id} and kind = 'question')
        and exists (select from estimates where company_id = ${companyId} and lead_id = ${id}
          and (lower(customer ->> 'email') = lower(${email}::text)
            or ${email}::text is null and customer ->> 'phone' = ${phone}))) as wrote`.execute(tx);
  return {
    asked: homeownerEmail !== null && homeownerEmail.toLowerCase() === email?.toLowerCase(),
    wrote: rows[0]?.wrote === true,
  };
}

/**
 * Whether the company entered or imported this person, and the person has neither asked for an estimate nor sent a
 * message. Email to them is then commercial (C22, C24).
 */
export const isEnteredByHand = ({ asked, wrote }: Relation): boolean => !asked && !wrote;
