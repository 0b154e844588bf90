import { render } from 'react-email';
import type { EstimateId } from '#shared/primitives/ids.ts';
import { statusNow } from '#shared/features/estimates/status-now.rules.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import { countedLines, unitInWords } from '#shared/features/pricing/line-view.ts';
import { greetingName, joinLines } from '../../messages/emails/words.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { whyTooLate } from '../../schedules/why-ended.ts';
import { mailCompany } from '../../company/mail-company.ts';
import { documentOf, type DocumentOption, type EstimateDocument, type Version } from '../estimate-document.ts';
import { estimateUrl, findTokens } from '../estimate-links.ts';
import { findVersion } from '../read-version.ts';
import { discountIn, estimateWords, type EstimateWords } from '../words.ts';
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

export const REVOKED = 'This estimate’s link was revoked';

export type EstimateContext = RenderContext<{ estimateId: EstimateId }>;

interface Sendable {
  version: Version;
  document: EstimateDocument;
  url: string;
}

/**
 * Returns the version that the row refers to, with its link. If the link was revoked or the estimate no longer exists,
 * returns a reason to skip the message.
 */
export const findSendable = async ({
  tx,
  payload,
  company,
  config,
  clock,
}: EstimateContext): Promise<Sendable | NothingToSend> => {
  const version = await findVersion(tx, { companyId: company.id, id: payload.estimateId, at: clock.now() });
  if (!version) return { skip: 'The estimate no longer exists' };
  const { id: estimateId } = version.estimate;
  const tokens = await findTokens(tx, { companyId: company.id, estimateIds: [estimateId], secret: config.APP_SECRET });
  const token = tokens.get(estimateId);
  if (token === undefined) return { skip: REVOKED };
  return { version, document: documentOf(version), url: estimateUrl(config, token) };
};

/** Like `findSendable`, but also returns a reason to skip the message if there's a newer version. */
const findCurrent = async (context: EstimateContext): Promise<Sendable | NothingToSend> => {
  const sendable = await findSendable(context);
  if ('version' in sendable && sendable.version.estimate.status === 'superseded')
    return { skip: 'A newer version of this estimate was sent' };
  return sendable;
};

const sentMail = async (context: EstimateContext): Promise<OutgoingMail | NothingToSend> => {
  const sendable = await findCurrent(context);
  if ('skip' in sendable) return sendable;
  const { document, url } = sendable;
  const { company: sender } = document;
  const words = estimateWords(document.language);
  return {
    ...(await estimateSentMail({ document, company: await mailCompany(context, document), url })),
    subject: words.sent.subject({ company: sender.name, price: priceWords(words, document) }),
    fromName: sender.name,
    replyTo: sender.email,
  };
};

/**
 * Renders the text with the link. Returns a reason to skip the text if the estimate no longer needs an answer. The text
 * may be delayed until morning, and by then the homeowner may have responded to the email.
 */
const sentText = async (context: EstimateContext): Promise<OutgoingText | NothingToSend> => {
  const sendable = await findCurrent(context);
  if ('skip' in sendable) return sendable;
  const { version, document, url } = sendable;
  const moot = await whyTooLate(context, statusNow(version.estimate, context.clock.now()));
  if (moot !== null) return { skip: moot };
  const { options, customer } = document;
  const words = estimateWords(document.language);
  const said = { name: greetingName(customer.name, document.language), price: priceWords(words, document), url };
  return {
    body: options.length > 1 ? words.sent.textOptions({ ...said, count: options.length }) : words.sent.text(said),
  };
};

export const sent: Renderer<EstimateContext['payload']> = { mail: sentMail, text: sentText };

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
