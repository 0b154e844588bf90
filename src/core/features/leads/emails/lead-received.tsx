import { render } from '@react-email/render';
import type { FenceDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import {
  Action,
  CompanyMail,
  Facts,
  Figure,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';
import { FenceInMail, sidesInWords } from '../../messages/emails/fence-in-mail.tsx';
import { greetingName, joinLines } from '../../messages/emails/words.ts';
import { leadWords, type LeadWords } from '../words/index.ts';

/** A homeowner's request, as summarized in the email to them. Money is in cents, and lengths are in decimal feet. */
export interface LeadReceived {
  company: MailCompany;
  name: string;
  perimeter: number | null;
  gateCount: number;
  materialType: string | null;
  /** The homeowner's drawing, if it has the same length as the fence. */
  drawing?: FenceDrawing | null;
  /** The instant price. Null if the contractor doesn't show instant prices. */
  quoteCents: number | null;
  /** Default: English. */
  language?: Language;
}

/** Returns a short description of the request, such as '184 ft of Vinyl with 1 gate'. */
export const describeFence = (
  {
    perimeter,
    gateCount: count,
    materialType: material,
  }: Pick<LeadReceived, 'perimeter' | 'gateCount' | 'materialType'>,
  { fence, format }: LeadWords = leadWords(DEFAULT_LANGUAGE),
): string => {
  if (perimeter === null) return material === null ? fence.unknown({ count }) : fence.material({ material, count });
  const feet = format.feet(perimeter);
  return material === null ? fence.length({ feet, count }) : fence.both({ feet, material, count });
};

const factsOf = (
  { facts, format }: LeadWords,
  { perimeter, gateCount, materialType }: LeadReceived,
): [string, string][] => [
  ...(perimeter === null ? [] : [[facts.fence, format.feet(perimeter)] as [string, string]]),
  ...(materialType === null ? [] : [[facts.material, materialType] as [string, string]]),
  [facts.gates, String(gateCount)],
];

const nextStep = (words: LeadWords, { name: company, phone }: MailCompany): string =>
  phone === null ? words.next({ company }) : words.nextOrCall({ company, phone: formatPhone(phone) });

/** Renders the instant reply: thanks, the request, the price if instant prices are on, and the phone number. */
export const leadReceivedMail = async (lead: LeadReceived): Promise<{ html: string; text: string }> => {
  const { company, quoteCents, language = DEFAULT_LANGUAGE } = lead;
  const words = leadWords(language);
  const price = quoteCents === null ? null : words.format.money(quoteCents);
  const hello = words.hello({ name: greetingName(lead.name, language), company: company.name });
  const html = await render(
    <CompanyMail
      company={company}
      language={language}
      preview={words.preview({ fence: describeFence(lead, words) })}
      heading={words.heading}
    >
      <Paragraph>{hello}</Paragraph>
      {price !== null && <Figure amount={price} below={words.notFinal} />}
      <FenceInMail {...lead} />
      <Facts facts={factsOf(words, lead)} />
      {company.phone !== null && (
        <Action company={company} href={`tel:${company.phone}`} quiet>
          {words.call({ company: company.name })}
        </Action>
      )}
      <Paragraph>{nextStep(words, company)}</Paragraph>
    </CompanyMail>,
  );
  const text = joinLines([
    hello,
    '',
    price !== null && words.instantEstimate({ price }),
    price !== null && words.notFinal,
    price !== null && '',
    ...factsOf(words, lead).map(([label, value]) => words.fact({ label, value })),
    ...sidesInWords(lead.drawing, language),
    '',
    nextStep(words, company),
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
};
