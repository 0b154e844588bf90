import type { ConsentMethod } from '#shared/features/leads/lead-edits.schema.ts';
import { invalid } from '#shared/primitives/app-error.ts';
import type { CompanyId, LeadId } from '#shared/primitives/ids.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { describePhoneProblem } from '../../platform/us-data/index.ts';
import { insertConsents } from '../permission/consents.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';

/** The version of the consent wording below. It's stored with each consent, so change both together. */
export const RECORDED_VERSION = 'contractor-2026-11-1';
const HOW: Record<ConsentMethod, string> = { verbal: 'by word of mouth', paper: 'on paper', written: 'in writing' };

/** Returns the wording of a consent that the contractor recorded. `companyName` is the company's current name. */
export const recordedWords = (method: ConsentMethod, companyName: string): string =>
  `The contractor recorded that the homeowner agreed ${HOW[method]} to automated texts from ${companyName} at this number about the fence estimate, including follow-ups and offers.`;

interface GivenConsent {
  companyId: CompanyId;
  leadId: LeadId;
  /** In E.164. Null if the lead has no phone. */
  phone: string | null;
  method: ConsentMethod;
  /** The IP address of the contractor who records the consent. */
  ip: string;
  userAgent: string;
  at: Date;
}

/**
 * Records a homeowner's consent to texts that was given outside the widget (C3, C4). The record is never changed. The
 * consent doesn't end an opt-out (C13). Throws VALIDATION_FAILED if there's no phone number, or if it can't be texted.
 */
export async function recordConsent(tx: CompanyTx, given: GivenConsent): Promise<void> {
  const { companyId, leadId, phone, method, at } = given;
  if (phone === null) throw invalid({ phone: 'Enter a phone number that can get texts' });
  const problem = describePhoneProblem(phone);
  if (problem !== null) throw invalid({ phone: problem });
  const company = await tx
    .selectFrom('company_profiles')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  await insertConsents(tx, [
    {
      company_id: companyId,
      lead_id: leadId,
      phone,
      method,
      text: recordedWords(method, company.name),
      version: RECORDED_VERSION,
      ip: given.ip,
      user_agent: given.userAgent,
      at,
    },
  ]);
  await addTimelineEvent(tx, { companyId, leadId, kind: 'opted_in', at, data: { channel: 'sms', source: method } });
}
