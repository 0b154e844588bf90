import { render } from 'react-email';
import type { VisitId } from '#shared/primitives/ids.ts';
import { unlinked } from '#shared/primitives/strangers-words.ts';
import type { Language } from '#shared/primitives/language.ts';
import { mailCompany } from '../../company/mail-company.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import { greetingName, joinLines, oneLine } from '../../messages/emails/words.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { invitationType, visitInvitation } from '../visit-calendar.ts';
import { visitUrl } from '../visit-links.ts';
import { findVisit } from '../visits.repository.ts';
import type { VisitRow } from '../visits.table.ts';
import { visitWords } from '../words.ts';
import {
  Action,
  CompanyMail,
  Facts,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';

type Context = RenderContext<{ visitId: VisitId; sequence: number }>;
type Event = 'booked' | 'moved' | 'cancelled' | 'reminder';

interface Said {
  visit: VisitRow;
  lead: { name: string; email: string | null; address: string | null };
}

/** Reads the visit, or returns why the message isn't needed anymore. */
async function read({ tx, company, row, payload, clock }: Context, event: Event): Promise<Said | NothingToSend> {
  const visit = await findVisit(tx, { companyId: company.id, visitId: payload.visitId });
  const lead = await tx
    .selectFrom('leads')
    .select(['name', 'email', 'address'])
    .where('company_id', '=', company.id)
    .where('id', '=', row.lead_id)
    .executeTakeFirst();
  if (!visit || !lead) return { skip: 'The visit no longer exists' };
  if (visit.status === 'cancelled' && event !== 'cancelled') return { skip: 'The visit was canceled' };
  if (visit.sequence !== payload.sequence) return { skip: 'The visit was moved' };
  return visit.starts_at <= clock.now() ? { skip: 'The visit’s time has passed' } : { visit, lead };
}

async function mail(context: Context, event: Event): Promise<OutgoingMail | NothingToSend> {
  const said = await read(context, event);
  if ('skip' in said) return said;
  const { visit, lead } = said;
  const { company, config, language, row, clock } = context;
  const words = visitWords(language);
  const sender = await mailCompany(context);
  const from = words.format.moment(visit.starts_at, company.time_zone);
  const when = `${from} (${words.format.zone(company.time_zone)})`;
  const url = visitUrl(config, visit);
  const address = lead.address === null ? null : unlinked(oneLine(lead.address));
  const hello = words[event].hello({ name: greetingName(lead.name, language), company: company.name });
  const invitation = visitInvitation({
    visit,
    summary: words.title({ company: company.name }),
    location: lead.address === null ? null : oneLine(lead.address),
    description: event === 'cancelled' ? words.cancelled.heading : words.changeAt({ url }),
    url,
    organizer: { name: oneLine(company.name), email: company.email },
    attendee: { name: oneLine(lead.name), email: row.to_address },
    product: config.PRODUCT_NAME,
    at: clock.now(),
  });
  return {
    ...(await visitMail({
      company: sender,
      language,
      heading: words[event].heading,
      hello,
      when,
      address,
      url: event === 'cancelled' ? null : url,
    })),
    subject: words[event].subject({ when: from }),
    fromName: company.name,
    replyTo: company.email,
    ...(event !== 'reminder' && {
      attachments: [
        { filename: 'visit.ics', contentType: invitationType(invitation), content: Buffer.from(invitation, 'utf8') },
      ],
    }),
  };
}

async function text(context: Context, event: Event): Promise<OutgoingText | NothingToSend> {
  const said = await read(context, event);
  if ('skip' in said) return said;
  const { visit, lead } = said;
  const { company, config, language } = context;
  const words = visitWords(language);
  return {
    body: words[event].text({
      name: greetingName(lead.name, language),
      when: words.format.moment(visit.starts_at, company.time_zone),
      url: visitUrl(config, visit),
    }),
  };
}

const rendererOf = (event: Event): Renderer<Context['payload']> => ({
  mail: (context) => mail(context, event),
  text: (context) => text(context, event),
});

export const booked = rendererOf('booked');
export const moved = rendererOf('moved');
export const cancelled = rendererOf('cancelled');
export const reminder = rendererOf('reminder');

/** A visit's email to the homeowner. `when` is in words, and `url` is null for a canceled visit. */
interface VisitMail {
  company: MailCompany;
  language: Language;
  heading: string;
  hello: string;
  when: string;
  address: string | null;
  url: string | null;
}

async function visitMail(mail: VisitMail): Promise<{ html: string; text: string }> {
  const { company, language, heading, hello, when, address, url } = mail;
  const words = visitWords(language);
  const facts: [string, string][] = [
    [words.when, when],
    ...(address === null ? [] : [[words.where, address] as [string, string]]),
  ];
  const html = await render(
    <CompanyMail company={company} language={language} preview={when} heading={heading}>
      <Paragraph>{hello}</Paragraph>
      <Facts facts={facts} />
      {url !== null && (
        <Action company={company} href={url}>
          {words.change}
        </Action>
      )}
    </CompanyMail>,
  );
  const text = joinLines([
    hello,
    '',
    ...facts.map(([label, value]) => words.fact({ label, value })),
    url !== null && `\n${words.changeAt({ url })}`,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
