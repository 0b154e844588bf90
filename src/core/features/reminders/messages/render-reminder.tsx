import { Link, render } from 'react-email';
import { MIN_GAP } from '#shared/features/follow-ups/due-dates.rules.ts';
import { isMarketing } from '#shared/features/follow-ups/offer.rules.ts';
import { fillTags, hasTag } from '#shared/features/follow-ups/tags.rules.ts';
import { MAX_MESSAGE_LENGTH } from '#shared/features/follow-ups/steps.rules.ts';
import { textMessageBody } from '#shared/features/messages/sms-text.rules.ts';
import { REMINDER, type Reminder } from '#shared/features/reminders/reminder.rules.ts';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { formats } from '#shared/primitives/formats.ts';
import { reminderIn } from '#shared/features/follow-ups/messages-in.rules.ts';
import type { LeadId } from '#shared/primitives/ids.ts';
import { documentOf, type EstimateDocument } from '../../estimates/estimate-document.ts';
import { ensureShortUrl } from '../../estimates/estimate-links.ts';
import { getLead } from '../../follow-ups/follow-ups.repository.ts';
import { joinLines, oneLine, splitLinks } from '../../messages/emails/words.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import type { NothingToSend, NotYet, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { FILTERED_WORDS, isStoppedTemplate } from '../../permission/stopped-templates.ts';
import { reminderSubjects, type ReminderSubjects } from '../words.ts';
import { type ReadReminder, readReminder } from '../read-reminder.ts';
import { readSettings } from '../reminder-rules.repository.ts';
import { hasWrittenConsent } from '../../permission/consents.ts';
import { lastAutomatedText, wasRemindedSince, willBeRemindedBy } from '../sent-reminders.ts';
import { CompanyMail, footLines, Paragraph } from '../../messages/emails/company-mail.tsx';
import { mailCompany } from '../../company/mail-company.ts';
import { unsubscribeLink } from '../../permission/unsubscribe-link.ts';
import { UnsubscribeFoot } from '../../permission/messages/unsubscribe-foot.tsx';
import { permissionWords } from '../../permission/words.ts';

interface Made {
  rule: Reminder;
  /** The message with its tags filled in and its line breaks kept. */
  body: string;
  subject: string;
  /** The template from the current settings. */
  template: string;
}

/** Renders a reminder from the current settings and data, or returns why it isn't sent. */
async function make(context: RenderContext): Promise<Made | NothingToSend> {
  const { tx, row, company, clock } = context;
  if (row.lead_id === null) return { skip: 'The lead was deleted' };
  const now = clock.now();
  const lead = await getLead(tx, company.id, row.lead_id);
  const read = await readReminder(tx, { row, lead, company, now });
  const { setting, version } = read ?? {};
  if (!read || read.whyNot !== null || !setting || !version)
    return { skip: read?.whyNot ?? 'There’s nothing left to remind the homeowner about' };
  const another = isNudge(read.rule) ? await findAnother(context, now) : null;
  if (another !== null) return { skip: another };
  const { language } = context;
  const words = reminderSubjects(language);
  const template = reminderIn(language, read.rule, setting);
  const document = documentOf(version);
  const links = await linksOf(context, { template, document });
  if ('skip' in links) return links;
  const body = fillTags(
    template,
    {
      name: lead.name,
      address: lead.address,
      totalFeet: document.chosen.perimeter,
      estimateCents: document.jobCents,
      offer: null,
      offerEnds: null,
      validUntil: formats(language).day(document.validUntil),
      balanceCents: read.balanceCents,
      ...links,
    },
    REMINDER[read.rule].tags,
    language,
  );
  return {
    rule: read.rule,
    body,
    template,
    subject: oneLine(subjectOf(words, { read, document, company: company.name })),
  };
}

/**
 * Whether a reminder is a general one. General reminders are skipped if another reminder was just sent or will be sent
 * soon.
 */
const isNudge = (rule: Reminder): boolean => rule === 'not_viewed' || rule === 'not_answered';

async function findAnother({ tx, row }: RenderContext, now: Date): Promise<string | null> {
  if (await wasRemindedSince(tx, { row, since: new Date(now.getTime() - DAY) }))
    return 'Another reminder was sent within the last 24 hours';
  return (await willBeRemindedBy(tx, { row, by: new Date(now.getTime() + HOUR) }))
    ? 'Another reminder is due within the same hour'
    : null;
}

/** Returns the links that a template uses. If the estimate's link was revoked, returns why the reminder isn't sent. */
async function linksOf(
  { tx, company, config }: RenderContext,
  { template, document }: { template: string; document: EstimateDocument },
): Promise<{ estimateLink: string | null; reviewLink: string | null } | NothingToSend> {
  const reviewLink = hasTag(template, 'review_link') ? (await readSettings(tx, company.id)).reviewUrl : null;
  if (!hasTag(template, 'estimate_link')) return { estimateLink: null, reviewLink };
  const { estimateId } = document;
  const estimateLink = await ensureShortUrl(tx, { companyId: company.id, estimateId, config });
  if (estimateLink === undefined) return { skip: 'This estimate’s link was revoked' };
  return { estimateLink, reviewLink };
}

const subjectOf = (
  { format, ...words }: ReminderSubjects,
  { read, document, company }: { read: ReadReminder; document: EstimateDocument; company: string },
): string => {
  switch (read.rule) {
    case 'not_viewed':
      return words.notViewed({ company });
    case 'not_answered':
      return words.notAnswered({ company });
    case 'expiring':
      return words.expiring({ day: format.day(document.validUntil) });
    case 'balance':
      return words.balance({ amount: format.money(read.balanceCents ?? 0) });
    case 'review':
      return words.review({ company });
  }
};

async function text(context: RenderContext): Promise<OutgoingText | NothingToSend | NotYet> {
  const made = await make(context);
  if ('skip' in made) return made;
  const { tx, row, company, clock } = context;
  const { rule, template, body } = made;
  if (await isStoppedTemplate(tx, company.id, template)) return { skip: FILTERED_WORDS };
  if (
    (rule === 'review' || isMarketing(template)) &&
    !(await hasWrittenConsent(tx, { company, phone: row.to_address }))
  )
    return { skip: `${rule === 'review' ? 'A review request' : 'An offer'} by text needs written consent` };
  // T12: the final length is known only now.
  if (
    textMessageBody({ body, companyName: company.name, first: true, language: context.language }).length >
    MAX_MESSAGE_LENGTH
  )
    return { skip: 'With its tags filled in, this is too long for a text (over 1,600 characters)' };
  const last = await lastAutomatedText(tx, { row, company });
  const until = last && new Date(last.getTime() + MIN_GAP);
  if (until && until > clock.now()) return { until, reason: 'Moved: automated texts are sent at least 4 hours apart.' };
  return { body };
}

async function mail(context: RenderContext): Promise<OutgoingMail | NothingToSend> {
  const made = await make(context);
  if ('skip' in made) return made;
  return {
    ...(await renderReminderMail(context, made)),
    subject: made.subject,
    fromName: context.company.name,
    replyTo: context.company.email,
  };
}

export const reminder: Renderer = { mail, text };

/** Makes URLs in a message clickable. React escapes the message and the URLs. */
const linked = (text: string) =>
  splitLinks(text).map((part, index) =>
    index % 2 === 1 ? (
      <Link key={index} href={part} style={{ color: '#112229', textDecoration: 'underline' }} className="ink">
        {part}
      </Link>
    ) : (
      part
    ),
  );

const small = { color: '#3f4f55', fontSize: '13px', lineHeight: '19px', margin: '16px 0 0' };

/** Renders the HTML, plain text and headers of an email reminder, including its unsubscribe link (C22, C24). */
async function renderReminderMail(
  context: RenderContext,
  { subject, body }: Made,
): Promise<{ html: string; text: string; headers: Record<string, string> }> {
  const { row, config, language } = context;
  const company = await mailCompany(context);
  const { url, headers } = unsubscribeLink(config, { leadId: row.lead_id as LeadId, rowId: row.id });
  const html = await render(
    <CompanyMail company={company} language={language} preview={body.slice(0, 140)} heading={subject}>
      {body.split(/\n{2,}/).map((paragraph, index) => (
        <Paragraph key={index}>
          <span style={{ whiteSpace: 'pre-line' }}>{linked(paragraph)}</span>
        </Paragraph>
      ))}
      <UnsubscribeFoot url={url} from="fromReminders" language={language} style={small} />
    </CompanyMail>,
  );
  return {
    html,
    text: joinLines([body, '', '--', ...footLines(company), '', permissionWords(language).fromRemindersAt({ url })]),
    headers,
  };
}
