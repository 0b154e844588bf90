import { nextOpening } from '#shared/features/permission/may-text-now.rules.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { EstimateRow } from '../estimates/estimates.table.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { loadTextHours, placeOf } from '../../platform/us-data/index.ts';
import { whyEnded } from '../schedules/why-ended.ts';
import { enqueueMessage } from '../outbox/enqueue-message.ts';
import { noTimeForTexts, sendWindowOf } from '../permission/send-window.ts';
import { permissionOf, smsPermissions } from '../permission/sms-permission.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import type { Proofs } from '#shared/features/trust/company-allowance.rules.ts';
import { countRecipient } from '../trust/recipients.ts';
import type { EstimateLead } from '../estimates/estimates.repository.ts';
import { estimateSent } from '../estimates/messages/estimate-sent.ts';

export interface Announcement {
  company: CompanyRow;
  lead: EstimateLead;
  estimate: EstimateRow;
  proofs: Proofs;
  resend: boolean;
  at: Date;
}

/**
 * Queues the email with the estimate's link, and a text if the lead has a phone and consented (C4), and records both on
 * the timeline. Uses the lead's current contact details. Throws RATE_LIMITED if it would be the first message to this
 * person and the budget is used up.
 */
export const announceEstimate = async (tx: CompanyTx, announcement: Announcement): Promise<void> => {
  const { company, lead, estimate, proofs, resend, at } = announcement;
  const texts = lead.phone !== null && (await mayText(tx, company, lead.phone));
  const ways = texts ? (['email', 'sms'] as const) : (['email'] as const);
  await countRecipient(tx, { company_id: company.id, lead, ways, proofs, at });
  const ended = whyEnded(lead, estimate.status);
  const message = {
    companyId: company.id,
    leadId: lead.id,
    kind: estimateSent,
    // events before this don't cancel a waiting text (`whyTooLate`)
    payload: { estimateId: estimate.id, ...(ended === null ? {} : { ended }) },
    at,
  };
  const key = (channel: string) =>
    `estimate.sent:${estimate.id}:${channel}${resend ? `:${at.getTime().toString(36)}` : ''}`;
  await enqueueMessage(tx, { ...message, channel: 'email', to: lead.email, dedupeKey: key('email') });
  if (texts && lead.phone !== null)
    await enqueueMessage(tx, { ...message, channel: 'sms', to: lead.phone, dedupeKey: key('sms') });
  const options = await countOptions(tx, estimate);
  await addTimelineEvent(tx, {
    companyId: company.id,
    leadId: lead.id,
    kind: 'estimate_sent',
    at,
    data: {
      number: estimate.number,
      version: estimate.version,
      totalCents: estimate.total_cents,
      resend,
      ...(options > 1 ? { options } : {}),
    },
  });
};

/**
 * When the text about an estimate announced at `at` is sent, if it waits for texting hours (C15); null if it is sent at
 * once, or not at all.
 */
export const waitingTextAt = async (
  tx: CompanyTx,
  { company, lead, at }: Pick<Announcement, 'company' | 'lead' | 'at'>,
): Promise<Date | null> => {
  if (lead.phone === null || !(await mayText(tx, company, lead.phone))) return null;
  const { place, zone } = placeOf({ ...lead, companyZone: company.time_zone });
  if (noTimeForTexts({ place, zone }, company, at) !== null) return null;
  const opening = nextOpening(place, at, loadTextHours(), sendWindowOf(company, zone), zone);
  return opening.moved === null ? null : opening.at;
};

const mayText = async (tx: CompanyTx, company: CompanyRow, phone: string): Promise<boolean> =>
  permissionOf(await smsPermissions(tx, { company, phones: [phone] }), phone).allowed;

/** The number of options; 0 if the estimate itself is the only one. */
const countOptions = async (tx: CompanyTx, { company_id: companyId, id }: EstimateRow): Promise<number> => {
  const options = await tx
    .selectFrom('estimate_options')
    .select('id')
    .where('company_id', '=', companyId)
    .where('estimate_id', '=', id)
    .execute();
  return options.length;
};
