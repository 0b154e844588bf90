import { textMessageBody } from '#shared/features/messages/sms-text.rules.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { languageOf } from '#shared/primitives/language.ts';
import type { Config } from '../../platform/config.ts';
import type { CompanyTx } from '../../platform/db/app.ts';
import { placeOf } from '../../platform/us-data/index.ts';
import { mailAddresses } from '../messages/mail-addresses.ts';
import type { MessageFacts } from '../messages/message-facts.ts';
import type { SeriesMessage } from '../messages/series.ts';
import { skip, type Verdict, waitFor } from '../messages/verdict.ts';
import { checkMail, type MailOptOuts, NO_EMAIL } from '../permission/check-mail.ts';
import { isFirstText } from '../permission/first-text.ts';
import { sendWindowOf } from '../permission/send-window.ts';
import { unsubscribeLink } from '../permission/unsubscribe-link.ts';
import { UNSURE_REASON } from '../permission/unsure-replies.ts';
import { checkText } from './check-text.ts';
import type { Ready } from './delivery.ts';
import { checkMailOrder, type MailsAhead } from './mail-order.ts';
import type { LeadToSend, SendingCompany } from './rows.ts';
import { automaticHeader, inOneLine, messageIdOf, validityOf } from './wire.ts';

/** Data shared by all messages of series in one transaction. */
interface SeriesContext extends SendingCompany {
  /** Email opt-outs by the recipients. */
  optOuts: MailOptOuts;
  ahead: MailsAhead;
  /** Leads with a possible opt-out that waits for a decision. */
  undecided: ReadonlySet<LeadId>;
  config: Config;
  now: Date;
}

interface PrepareSeries {
  facts: MessageFacts;
  message: SeriesMessage;
  lead: LeadToSend | undefined;
}

/**
 * Renders a message of a series, or returns the reason it won't be sent. Rechecks the kind's own rules and then every
 * rule for automated messages (docs/architecture.md, 'Follow-ups and delivery'). For an email, all data comes from the
 * context. For a text, the limits are also read from the database.
 */
export async function prepareSeries(
  tx: CompanyTx,
  { facts, message, lead }: PrepareSeries,
  context: SeriesContext,
): Promise<Ready | Verdict> {
  if (!lead) return skip('The lead was deleted');
  const { company, unproven, now } = context;
  const { place, zone } = placeOf({ ...lead, companyZone: company.time_zone });
  const stopped = message.check(lead, zone);
  if (stopped) return stopped;
  if (context.undecided.has(lead.id)) return skip(UNSURE_REASON);
  if (unproven !== null) return waitFor(unproven, { due: message.due, now });
  const { body, offer } = await message.words(lead, zone);
  if (message.channel === 'email') return prepareMail({ facts, message, lead }, { body, offer }, context);
  if (lead.phone === null) return skip('No phone number');
  const verdict = await checkText(tx, {
    rowId: message.id,
    company,
    leadId: lead.id,
    phone: lead.phone,
    place,
    zone,
    now,
    template: message.template,
    offer: message.offer,
    scheduleId: message.seriesId,
    asked: null,
  });
  if (verdict) return verdict;
  const first = await isFirstText(tx, company.id, lead.phone, message.id);
  return {
    facts,
    offer,
    channel: 'sms',
    text: {
      rowId: message.id,
      to: lead.phone,
      from: company.sms_from,
      body: textMessageBody({ body, companyName: company.name, first, language: languageOf(lead) }),
      validitySeconds: validityOf(place, now, sendWindowOf(company, zone)),
    },
  };
}

async function prepareMail(
  { facts, message, lead }: PrepareSeries & { lead: LeadToSend },
  { body, offer }: Awaited<ReturnType<SeriesMessage['words']>>,
  { company, optOuts, ahead, config, now }: SeriesContext,
): Promise<Ready | Verdict> {
  if (lead.email === null) return skip(NO_EMAIL);
  const verdict =
    checkMail({ company, to: lead.email, commercial: true, optOutBinds: true }, optOuts) ??
    checkMailOrder(message.id, ahead, now);
  if (verdict) return verdict;
  const ids = { leadId: lead.id, rowId: message.id };
  const { url, headers } = unsubscribeLink(config, ids);
  return {
    facts,
    offer,
    channel: 'email',
    optOutBinds: true,
    mail: {
      messageId: messageIdOf(message.id, config),
      to: lead.email,
      ...mailAddresses(config, { company, ...ids }),
      ...inOneLine({ fromName: company.name, ...(await message.mail(lead, { body, unsubscribeUrl: url })) }),
      headers: { ...headers, ...automaticHeader({}) },
    },
  };
}
