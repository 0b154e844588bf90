import { render } from '@react-email/render';
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
import { countedLines, unitInWords } from '#shared/features/pricing/line-view.ts';
import { FenceInMail, sidesInWords } from '../../messages/emails/fence-in-mail.tsx';
import { greetingName, joinLines } from '../../messages/emails/words.ts';
import type { DocumentOption, EstimateDocument } from '../estimate-document.ts';
import { discountIn, estimateWords, type EstimateWords } from '../words/index.ts';

type Fact = [label: string, value: string];

/** Describes an option, for example as '184 ft of Vinyl, 1 gate'. */
const describeOption = (
  { option, format }: EstimateWords,
  { perimeter, materialType, gateCount }: DocumentOption,
): string => option({ feet: format.feet(perimeter), material: materialType, count: gateCount });

/** The lines that count, what comes off their sum and the tax, each with how its sum comes about. */
export const lineFacts = (words: EstimateWords, option: DocumentOption): Fact[] => {
  const { format, facts, lineFact } = words;
  return [
    ...countedLines(option.lines).map((line): Fact => {
      const unit = unitInWords(line, words.language);
      const total = format.money(line.totalCents);
      return [line.label, unit === undefined ? total : lineFact({ unit, total })];
    }),
    ...(option.discountCents > 0 ? ([[facts.discount, format.money(-option.discountCents)]] satisfies Fact[]) : []),
    ...(option.taxLabel === null ? [] : ([[option.taxLabel, format.money(option.taxCents)]] satisfies Fact[])),
  ];
};

const oneThing = (words: EstimateWords, { chosen, offer }: EstimateDocument): Fact[] => {
  const { facts, format } = words;
  return [
    ...lineFacts(words, chosen),
    ...(offer ? ([[facts.beforeDiscount, format.money(chosen.subtotalCents)]] satisfies Fact[]) : []),
    [facts.deposit, depositText(words, chosen)],
  ];
};

const depositText = ({ format, depositBecause }: EstimateWords, { deposit }: DocumentOption): string => {
  const amount = format.money(deposit.cents);
  return deposit.reason === null ? amount : depositBecause({ amount, reason: deposit.reason });
};

const eachOption = (words: EstimateWords, { options }: EstimateDocument): Fact[] =>
  options.flatMap((option): Fact[] => {
    const name = option.label ?? option.materialType;
    const whole = words.optionFact({
      total: words.format.money(option.totalCents),
      fence: describeOption(words, option),
      deposit: depositText(words, option),
    });
    const lines = lineFacts(words, option);
    return [[name, whole], ...lines.map(([line, sum]): Fact => [words.ofOption({ option: name, line }), sum])];
  });

const offerFact = (words: EstimateWords, { offer }: EstimateDocument): Fact[] =>
  offer === null
    ? []
    : [
        [
          words.facts.offer,
          words.offer({ discount: discountIn(words, offer.discount), day: words.format.day(offer.endsOn) }),
        ],
      ];

const factsOf = (words: EstimateWords, document: EstimateDocument): Fact[] => [
  ...(document.options.length > 1 ? eachOption(words, document) : oneThing(words, document)),
  ...offerFact(words, document),
  [words.facts.validThrough, words.format.day(document.validUntil)],
  [words.facts.number, document.number],
];

/** Formats the price: '$3,542.08', or 'from $3,100.00' if there are several options. */
export const priceWords = ({ from, format }: EstimateWords, { options }: EstimateDocument): string => {
  const price = format.money(Math.min(...options.map(({ totalCents }) => totalCents)));
  return options.length > 1 ? from({ price }) : price;
};

const questions = ({ sent }: EstimateWords, { phone }: MailCompany): string =>
  phone === null ? sent.questions : sent.questionsOrCall({ phone: formatPhone(phone) });

/** Renders the email with the estimate's link and main amounts. */
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
  const words = estimateWords(document.language);
  const { sent } = words;
  const price = priceWords(words, document);
  const day = words.format.day(document.validUntil);
  const greeted = { name: greetingName(document.customer.name, document.language), company: company.name };
  const hello = several ? sent.helloOptions({ ...greeted, count: options.length }) : sent.hello(greeted);
  const html = await render(
    <CompanyMail
      company={company}
      language={document.language}
      preview={sent.preview({ price, day })}
      heading={sent.heading}
    >
      <Paragraph>{hello}</Paragraph>
      <Figure amount={price} below={sent.validThrough({ day })} />
      {!several && (
        <FenceInMail company={company} language={document.language} drawing={document.drawing} {...document.chosen} />
      )}
      <Action company={company} href={url}>
        {words.view}
      </Action>
      <Facts facts={factsOf(words, document)} />
      <Paragraph>{sent.next}</Paragraph>
      <Paragraph>{questions(words, company)}</Paragraph>
    </CompanyMail>,
  );
  const text = joinLines([
    hello,
    '',
    words.fact({ label: words.facts.total, value: price }),
    ...factsOf(words, document).map(([label, value]) => words.fact({ label, value })),
    ...sidesInWords(document.drawing, document.language),
    '',
    words.fact({ label: words.view, value: url }),
    sent.next,
    '',
    questions(words, company),
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
};
