import { formatPhone } from '#shared/primitives/phone.ts';
import { discountWords, sentOffer } from '#shared/features/estimates/offer-price.rules.ts';
import { fillTags, hasTag, TAGS } from '#shared/features/follow-ups/tags.rules.ts';
import type { RecipientPlace } from '#shared/features/permission/may-text-now.rules.ts';
import { textMessageBody } from '#shared/features/outbox/sms-text.rules.ts';
import type { Config } from '../../platform/config.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import type { CompanyRow } from '../company/company.table.ts';
import type { MailToSend } from '../../platform/mail.ts';
import type { TextToSend } from '../../platform/twilio.ts';
import { placeOf } from '../../platform/us-data/index.ts';
import { logoUrlOf } from '../company/company-view.ts';
import { renderFollowUpMail } from '../follow-ups/emails/follow-up-mail.tsx';
import { mailBrand } from '../company/mail-company.ts';
import { sendWindowOf } from '../permission/send-window.ts';
import { permissionWords } from '../permission/words/index.ts';
import { UNSURE_REASON } from '../permission/unsure-replies.ts';
import { checkMail, type MailOptOuts, NO_EMAIL } from '../permission/check-mail.ts';
import { checkMailOrder, type MailsAhead } from './mail-order.ts';
import { mailAddresses } from '../outbox/mail-addresses.ts';
import { unsubscribeLink } from '../permission/unsubscribe-link.ts';
import { checkText } from './check-text.ts';
import type { Ready } from './delivery.ts';
import type { CompanyRowOf, MessageFacts } from '../outbox/message-facts.ts';
import { automaticHeader, messageIdOf, validityOf } from './wire.ts';
import { accessOf, type AccessRow } from '../billing/access.ts';
import { ensureShortUrl } from '../estimates/estimate-links.ts';
import type { FollowUpToSend, LeadToSend } from './rows.ts';
import { isFirstText } from '../permission/first-text.ts';
import { skip, waitFor, type Verdict } from '../outbox/verdict.ts';
import { isTooLate } from '#shared/features/follow-ups/cadence.rules.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { type Language, languageOf } from '#shared/primitives/language.ts';
import { withDefaultLink } from '#shared/features/follow-ups/steps.rules.ts';
import { formats } from '#shared/primitives/formats.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import { whyEnded } from '../schedules/why-ended.ts';

/** Data shared by all follow-ups in one transaction. */
export interface FollowUpContext {
  company: CompanyRow;
  plan: AccessRow | undefined;
  /** Why the company can't send yet, or null if it can. */
  unproven: string | null;
  /** Email opt-outs by the follow-ups' recipients. */
  optOuts: MailOptOuts;
  ahead: MailsAhead;
  /** Leads with a possible opt-out that waits for a decision. */
  undecided: ReadonlySet<LeadId>;
  config: Config;
  now: Date;
}

export interface PrepareFollowUp {
  facts: MessageFacts;
  row: FollowUpToSend;
  lead: LeadToSend | undefined;
}

export const followUpFacts = ({ table, id, companyId, leadId, channel }: CompanyRowOf, step: number): MessageFacts => ({
  table,
  rowId: id,
  companyId,
  leadId,
  channel,
  kind: 'follow-up',
  label: 'Follow-up',
  step,
  onTimeline: true,
  isContact: true,
});

/**
 * Renders a follow-up, or returns the reason it won't be sent. Rechecks every rule that can stop follow-ups
 * (docs/architecture.md, 'Follow-ups and delivery'). For an email, all data comes from the context. For a text, the
 * limits are also read from the database.
 */
export async function prepareFollowUp(
  tx: CompanyTx,
  { facts, row, lead }: PrepareFollowUp,
  context: FollowUpContext,
): Promise<Ready | Verdict> {
  if (!lead) return skip('The lead was deleted');
  const { company, plan, unproven, now } = context;
  const { place, zone } = placeOf({ ...lead, companyZone: company.time_zone });
  const stopped = checkFollowUp({ row, lead, plan, zone, now });
  if (stopped) return stopped;
  if (context.undecided.has(lead.id)) return skip(UNSURE_REASON);
  if (unproven !== null) return waitFor(unproven, { due: row.first_due_at ?? row.due_at ?? now, now });
  const { estimate } = row;
  const language = languageOf(lead);
  const template = withDefaultLink(row.body);
  const offer = row.offer && sentOffer(row.offer, { now, zone });
  const values = {
    name: lead.name,
    address: lead.address,
    totalFeet: estimate?.perimeter_ft ?? lead.perimeter_ft,
    // A message that makes an offer names the price before it: '10% off $3,542.08'.
    estimateCents: offer ? row.price.full_cents : row.price.cents,
    offer: offer && discountWords(offer.discount, language),
    offerEnds: offer && formats(language).day(offer.endsOn),
    estimateLink: await linkOf(tx, { body: template, estimate }, context),
  };
  const body = fillTags(template, values, TAGS, language);
  const filled = { row, lead, body, place, zone };
  const made = row.channel === 'sms' ? await makeText(tx, filled, context) : await makeMail(filled, context);
  return 'kind' in made ? made : { facts, offer, ...made };
}

/**
 * Returns the short link to the newest estimate. Returns null if the message doesn't use the link, no estimate was
 * sent, or the link was revoked.
 */
async function linkOf(
  tx: CompanyTx,
  { body, estimate }: Pick<FollowUpToSend, 'body' | 'estimate'>,
  { company, config }: FollowUpContext,
): Promise<string | null> {
  if (!estimate || !hasTag(body, 'estimate_link')) return null;
  return (await ensureShortUrl(tx, { companyId: company.id, estimateId: estimate.id, config })) ?? null;
}

interface Filled {
  row: FollowUpToSend;
  lead: LeadToSend;
  body: string;
  place: RecipientPlace;
  zone: string;
}

async function makeText(
  tx: CompanyTx,
  { row, lead, body, place, zone }: Filled,
  { company, now }: FollowUpContext,
): Promise<{ channel: 'sms'; text: TextToSend } | Verdict> {
  if (lead.phone === null) return skip('No phone number');
  const text = { rowId: row.id, company, leadId: lead.id, phone: lead.phone, place, zone, now };
  const verdict = await checkText(tx, {
    ...text,
    template: row.body,
    offer: row.offer,
    scheduleId: row.schedule_id,
    asked: null,
  });
  if (verdict) return verdict;
  const first = await isFirstText(tx, company.id, lead.phone, row.id);
  return {
    channel: 'sms',
    text: {
      rowId: row.id,
      to: lead.phone,
      from: company.sms_from,
      body: textMessageBody({ body, companyName: company.name, first, language: languageOf(lead) }),
      validitySeconds: validityOf(place, now, sendWindowOf(company, zone)),
    },
  };
}

async function makeMail(
  { row, lead, body }: Filled,
  { company, plan, optOuts, ahead, config, now }: FollowUpContext,
): Promise<{ channel: 'email'; mail: MailToSend; optOutBinds: true } | Verdict> {
  if (lead.email === null) return skip(NO_EMAIL);
  const verdict =
    checkMail({ company, to: lead.email, commercial: true, optOutBinds: true }, optOuts) ??
    checkMailOrder(row.id, ahead, now);
  if (verdict) return verdict;
  const { url, headers } = unsubscribeLink(config, { leadId: lead.id, rowId: row.id });
  const { html, htmlPieces, text } = await renderFollowUpMail({
    body,
    companyName: company.name,
    companyPhone: company.phone === null ? null : formatPhone(company.phone),
    logoUrl: company.logo_hash && logoUrlOf(config, company.logo_hash),
    brand: mailBrand(company, plan, now),
    postalAddress: company.postal_address ?? '',
    unsubscribeUrl: url,
    language: languageOf(lead),
  });
  return {
    channel: 'email',
    optOutBinds: true,
    mail: {
      messageId: messageIdOf(row.id, config),
      to: lead.email,
      fromName: company.name,
      ...mailAddresses(config, { company, leadId: lead.id, rowId: row.id }),
      subject: subjectOf(row.step, languageOf(lead), company.name),
      text,
      html,
      htmlPieces,
      headers: { ...headers, ...automaticHeader({}) },
    },
  };
}

const STEPS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** Returns the subject of a step's email. Each step of a schedule has its own. */
const subjectOf = (step: number, language: Language, company: string): string =>
  permissionWords(language).followUpSubjects[STEPS[step - 1] ?? 'fifth']({ company });

interface FollowUpToCheck {
  row: Pick<FollowUpToSend, 'due_at' | 'first_due_at' | 'schedule' | 'estimate'>;
  lead: LeadToSend;
  plan: AccessRow | undefined;
  zone: string;
  now: Date;
}

/**
 * Checks whether a follow-up still applies at the time of sending, on any channel (docs/architecture.md, 'Follow-ups
 * and delivery').
 */
function checkFollowUp({ row, lead, plan, zone, now }: FollowUpToCheck): Verdict | null {
  const { schedule, estimate } = row;
  if (schedule.status !== 'active') return skip(schedule.stop_reason ?? 'The follow-ups are no longer active');
  const ended = whyEnded(lead, estimate?.status ?? null);
  if (ended !== null) return skip(ended);
  if (lead.last_reply_at && schedule.activated_at && lead.last_reply_at > schedule.activated_at)
    return skip('The homeowner has replied');
  const due = row.first_due_at ?? row.due_at;
  if (due && isTooLate(due, now))
    return skip(`Too late: this was due on ${formatDate(due, zone)}, and we couldn’t send it within 72 hours`);
  if (!accessOf(plan, now).hasDashboard) return skip('Your subscription isn’t active');
  return null;
}
