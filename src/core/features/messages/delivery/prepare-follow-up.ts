import { formatPhone } from '#shared/primitives/phone.ts';
import { offerEnds } from '#shared/features/follow-ups/offer.rules.ts';
import { fillTags, hasOffer } from '#shared/features/follow-ups/tags.rules.ts';
import { textMessageBody } from '#shared/features/messages/sms-text.rules.ts';
import type { Config } from '../../../platform/config.ts';
import type { CompanyTx } from '../../../platform/db/app.ts';
import type { CompanyRow, FollowUpMessageRow, LeadRow } from '../../../platform/db/tables.ts';
import { unsubscribeToken } from '../../../platform/secrets.ts';
import { placeOf } from '../../../platform/us-data/index.ts';
import { logoUrlOf } from '../../company/logo-address.ts';
import { renderFollowUpMail } from '../../follow-ups/emails/follow-up-mail.tsx';
import { checkFollowUp } from './check-follow-up.ts';
import { sendWindowOf } from '../send-window.ts';
import { checkMail } from './check-mail.ts';
import { checkText } from './check-text.ts';
import type { ClaimedRow, MessageFacts, Ready } from './delivery.ts';
import { messageIdOf, validityOf } from './wire.ts';
import { findAccessRow } from '../../billing/access.ts';
import { promisedOffer } from '../../estimates/estimate-offers.ts';
import { findNewest } from '../../estimates/estimates.repository.ts';
import { getSchedule, isFirstText } from './rows.ts';
import { skip, type Verdict } from './verdict.ts';

export interface PrepareFollowUp {
  claimed: ClaimedRow;
  row: FollowUpMessageRow;
  lead: LeadRow | undefined;
  company: CompanyRow;
  config: Config;
  now: Date;
}

export const followUpFacts = (claimed: ClaimedRow, step: number): MessageFacts => ({
  table: claimed.table,
  rowId: claimed.id,
  companyId: claimed.companyId,
  leadId: claimed.leadId,
  channel: claimed.channel,
  kind: 'follow-up',
  label: 'Follow-up',
  step,
  onTimeline: true,
  isContact: true,
});

/** A follow-up as it leaves now, or why it does not; every stop rule is asked again (decisions.md, follow-ups). */
export async function prepareFollowUp(tx: CompanyTx, input: PrepareFollowUp): Promise<Ready | Verdict> {
  const { claimed, row, lead, company, config, now } = input;
  if (!lead) return skip('The lead was deleted');
  const { place, zone } = placeOf({ zip: lead.zip, phone: lead.phone, companyZone: company.time_zone });
  const schedule = await getSchedule(tx, row);
  const estimate = await findNewest(tx, { companyId: company.id, id: lead.id });
  const plan = await findAccessRow(tx, company.id);
  const stopped = checkFollowUp({ row, schedule, lead, estimateStatus: estimate?.status ?? null, plan, zone, now });
  if (stopped) return stopped;

  const body = fillTags(row.body, {
    name: lead.name,
    address: lead.address,
    totalFeet: estimate?.perimeter_ft ?? lead.perimeter_ft,
    estimateCents: estimate?.total_cents ?? lead.quote_cents,
    offerEnds: hasOffer(row.body) ? offerEnds(now, zone) : null,
  });
  // of the template, not of what fills it: an address that a stranger typed promises nothing
  const offer = promisedOffer(row.body, { now, zone, companyZone: company.time_zone });
  const facts = followUpFacts(claimed, row.step);

  if (row.channel === 'sms') {
    if (lead.phone === null) return skip('No phone number');
    const text = { rowId: row.id, company, leadId: lead.id, phone: lead.phone, place, zone, now };
    const verdict = await checkText(tx, { ...text, template: row.body, scheduleId: row.schedule_id });
    if (verdict) return verdict;
    const first = await isFirstText(tx, company.id, lead.phone, row.id);
    return {
      facts,
      offer,
      channel: 'sms',
      text: {
        rowId: row.id,
        to: lead.phone,
        from: company.sms_from,
        body: textMessageBody({ body, companyName: company.name, first }),
        validitySeconds: validityOf(place, now, sendWindowOf(company, zone)),
      },
    };
  }

  const verdict = await checkMail(tx, { company, to: lead.email, commercial: true, optOutBinds: true });
  if (verdict) return verdict;
  const url = `${config.PUBLIC_URL}/unsubscribe/${unsubscribeToken(lead.id, config.APP_SECRET)}`;
  const { html, text } = await renderFollowUpMail({
    body,
    companyName: company.name,
    companyPhone: company.phone === null ? null : formatPhone(company.phone),
    logoUrl: company.logo_hash && logoUrlOf(config, company.logo_hash),
    postalAddress: company.postal_address ?? '',
    unsubscribeUrl: url,
  });
  return {
    facts,
    offer,
    channel: 'email',
    mail: {
      messageId: messageIdOf(row.id, config),
      to: lead.email,
      fromName: company.name,
      replyTo: company.email,
      subject: `Your fence estimate from ${company.name}`,
      text,
      html,
      // C24: mail programs show their own unsubscribe button and press it with one POST
      headers: { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    },
  };
}
