import { nextOpening } from '#shared/features/permission/may-text-now.rules.ts';
import type { CompanyRow } from '../company/company.table.ts';
import { documentOf, type Version } from '../estimates/estimate-document.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { loadTextHours, placeOf } from '../../platform/us-data/index.ts';
import { whyEnded } from '../schedules/why-ended.ts';
import { enqueueMessage } from '../messages/enqueue-message.ts';
import { noTimeForTexts, sendWindowOf } from '../permission/send-window.ts';
import { reachOf, textPermission } from '../permission/reach-of.ts';
import { addTimelineEvent } from '../timeline/timeline.repository.ts';
import type { Proofs } from '#shared/features/trust/company-allowance.rules.ts';
import { countRecipient } from '../trust/recipients.ts';
import type { EstimateLead } from '../estimates/estimates.repository.ts';
import { estimateSent } from '../estimates/messages/estimate-messages.ts';

export interface Announcement {
  company: CompanyRow;
  lead: EstimateLead;
  version: Version;
  proofs: Proofs;
  resend: boolean;
  at: Date;
}

/**
 * Queues an email with the estimate's link, and a text if the lead has a phone number and consented (C4). Records both
 * on the timeline. Uses the lead's current contact details, so a lead without an email address gets only the text.
 * Throws SMS_NOT_ALLOWED if there's no email address and no text can be sent. Throws RATE_LIMITED if this is the first
 * message to this person and the company has reached its limit on first-time recipients.
 */
export const announceEstimate = async (tx: CompanyTx, announcement: Announcement): Promise<void> => {
  const { company, lead, version, proofs, resend, at } = announcement;
  const { estimate, options } = version;
  const { chosen, offer } = documentOf(version);
  const to = await reachOf(tx, { company, lead, at, what: 'the estimate' });
  const ways = (['email', 'sms'] as const).filter((way) => to[way] !== null);
  await countRecipient(tx, { company_id: company.id, lead, ways, proofs, at });
  const ended = whyEnded(lead, estimate.status);
  const message = {
    companyId: company.id,
    leadId: lead.id,
    kind: estimateSent,
    // `whyTooLate` ignores events before this time, so they don't cancel a waiting text.
    payload: { estimateId: estimate.id, ...(ended === null ? {} : { ended }) },
    at,
  };
  const key = (channel: string) =>
    `estimate.sent:${estimate.id}:${channel}${resend ? `:${at.getTime().toString(36)}` : ''}`;
  for (const channel of ways)
    await enqueueMessage(tx, { ...message, channel, to: to[channel] ?? '', dedupeKey: key(channel) });
  await addTimelineEvent(tx, {
    companyId: company.id,
    leadId: lead.id,
    kind: 'estimate_sent',
    at,
    data: {
      number: estimate.number,
      version: estimate.version,
      totalCents: chosen.totalCents,
      resend,
      lines: chosen.lines,
      ...(options.length > 1 ? { options: options.length } : {}),
      ...(offer && { offer: offer.discount, offerEndsOn: offer.endsOn }),
    },
  });
};

/**
 * Returns the time when an estimate's text will be sent if it must wait for texting hours (C15). Returns null if the
 * text is sent immediately or not at all. `at` is when the estimate is announced.
 */
export const waitingTextAt = async (
  tx: CompanyTx,
  { company, lead, at }: Pick<Announcement, 'company' | 'lead' | 'at'>,
): Promise<Date | null> => {
  if (lead.phone === null || !(await textPermission(tx, company, lead.phone)).allowed) return null;
  const { place, zone } = placeOf({ ...lead, companyZone: company.time_zone });
  if (noTimeForTexts({ place, zone }, company, at) !== null) return null;
  const opening = nextOpening(place, at, loadTextHours(), sendWindowOf(company, zone), zone);
  return opening.moved === null ? null : opening.at;
};
