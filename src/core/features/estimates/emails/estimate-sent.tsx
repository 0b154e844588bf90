import { render } from '@react-email/render';
import { discountWords } from '#shared/features/estimates/offer-price.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import {
  Action,
  CompanyMail,
  Facts,
  Figure,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../outbox/emails/company-mail.tsx';
import { FenceInMail } from '../../outbox/emails/fence-in-mail.tsx';
import { greetingName, joinLines } from '../../outbox/emails/words.ts';
import type { DocumentOption, EstimateDocument } from '../estimate-document.ts';

type Fact = [label: string, value: string];

/** '184 ft of Vinyl, 1 gate'. */
const describeOption = ({ perimeter, materialType, gateCount }: DocumentOption): string =>
  `${formatFeet(perimeter)} of ${materialType}, ${gateCount} gate${gateCount === 1 ? '' : 's'}`;

const oneThing = ({ chosen, offer }: EstimateDocument): Fact[] => [
  ['Fence', `${formatFeet(chosen.perimeter)} of ${chosen.materialType}`],
  ['Gates', String(chosen.gateCount)],
  ...(offer ? ([['Before the discount', formatCents(chosen.subtotalCents)]] satisfies Fact[]) : []),
  ['Deposit', depositText(chosen)],
];

const depositText = ({ deposit }: DocumentOption): string =>
  `${formatCents(deposit.cents)}${deposit.reason === null ? '' : ` (${deposit.reason})`}`;

const eachOption = ({ options }: EstimateDocument): Fact[] =>
  options.map((option) => [
    option.label ?? option.materialType,
    `${formatCents(option.totalCents)}, ${describeOption(option)}, deposit ${depositText(option)}`,
  ]);

const factsOf = (document: EstimateDocument): Fact[] => [
  ...(document.options.length > 1 ? eachOption(document) : oneThing(document)),
  ...(document.offer
    ? ([['Offer', `${discountWords(document.offer.discount)} through ${formatDate(document.offer.endsOn)}`]] as Fact[])
    : []),
  ['Valid through', formatDate(document.validUntil)],
  ['Number', document.number],
];

/** '$3,542.08', 'from $3,100.00' where there is something to choose. */
export const priceWords = ({ options }: EstimateDocument): string => {
  const least = formatCents(Math.min(...options.map(({ totalCents }) => totalCents)));
  return options.length > 1 ? `from ${least}` : least;
};

const questions = ({ phone }: MailCompany): string =>
  phone === null
    ? 'Questions? Ask on that page, or reply to this email.'
    : `Questions? Ask on that page, call ${formatPhone(phone)}, or reply to this email.`;

/** The estimate's link with the figures that matter. */
export const estimateSentMail = async ({
  document,
  company,
  url,
}: {
  document: EstimateDocument;
  company: MailCompany;
  url: string;
}): Promise<{ html: string; text: string }> => {
  const { options } = document;
  const several = options.length > 1;
  const price = priceWords(document);
  const validUntil = formatDate(document.validUntil);
  const hello = `Hi ${greetingName(document.customer.name)}, here is your fence estimate from ${company.name}${several ? `, with ${options.length} options to choose from` : ''}.`;
  const next = 'Read it, sign it and pay the deposit on one page, on your phone or computer. No account is needed.';
  const html = await render(
    <CompanyMail company={company} preview={`${price}, valid through ${validUntil}.`} heading="Your fence estimate">
      <Paragraph>{hello}</Paragraph>
      <Figure amount={price} below={`Valid through ${validUntil}`} />
      {!several && <FenceInMail company={company} {...document.chosen} />}
      <Action company={company} href={url}>
        View your estimate
      </Action>
      <Facts facts={factsOf(document)} />
      <Paragraph>{next}</Paragraph>
      <Paragraph>{questions(company)}</Paragraph>
    </CompanyMail>,
  );
  const text = joinLines([
    hello,
    '',
    `Total: ${price}`,
    ...factsOf(document).map(([label, value]) => `${label}: ${value}`),
    '',
    `View your estimate: ${url}`,
    next,
    '',
    questions(company),
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
};
