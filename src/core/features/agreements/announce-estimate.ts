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
 * Queues the mail with the estimate's link, and a text where the lead has a phone and has agreed (C4), and notes
 * both on the timeline. Goes to where the lead can be reached now, which may have changed since the version. Throws
 * RATE_LIMITED where it would be the first message to this person and there is no room for one.
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
    // what is known already does not call off a text that waits (`whyTooLate`)
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
 * When the text about an estimate that is announced at `at` is sent, where it waits for the hours in which automated texts
 * may be (C15); null where it is sent at once, and where none is sent.
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

/** How much there is to choose from; 0 where the estimate is itself the one thing. */
const countOptions = async (tx: CompanyTx, { company_id: companyId, id }: EstimateRow): Promise<number> => {
  const options = await tx
    .selectFrom('estimate_options')
    .select('id')
    .where('company_id', '=', companyId)
    .where('estimate_id', '=', id)
    .execute();
  return options.length;
};
