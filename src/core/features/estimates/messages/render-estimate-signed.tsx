import { render } from 'react-email';
import { shownStages } from '#shared/features/payments/payment-plan.rules.ts';
import { greetingName, joinLines } from '../../messages/emails/words.ts';
import type { Renderer } from '../../messages/define-message.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { type EstimateContext, findSendable, lineFacts, REVOKED } from './render-estimate-sent.tsx';
import { mailCompany } from '../../company/mail-company.ts';
import type { EstimateDocument } from '../estimate-document.ts';
import { ensureShortUrl } from '../estimate-links.ts';
import { pdfForMail } from '../pdf/pdf-of.ts';
import { rightAsSigned, type RightToCancel } from '../right-to-cancel.ts';
import { estimateWords, type EstimateWords } from '../words.ts';
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
import { stageInWords } from '../document-stages.ts';

/** Renders the email with the signed copy, even if a newer version has been sent since. */
const signedMail = async (context: EstimateContext): Promise<OutgoingMail | NothingToSend> => {
  const sendable = await findSendable(context);
  if ('skip' in sendable) return sendable;
  const { document, version, url } = sendable;
  const { acceptance } = version;
  if (!acceptance) return { skip: 'The estimate wasn’t signed' };
  const { company: sender } = document;
  const right = rightAsSigned(acceptance);
  const words = estimateWords(document.language);
  const body = await estimateSignedMail({
    document,
    company: await mailCompany(context, document),
    signedBy: acceptance.name,
    signedAt: words.format.moment(acceptance.at, acceptance.cancel_zone),
    right,
    url,
  });
  return {
    ...body,
    subject: words.signed.subject({ company: sender.name, number: document.number }),
    fromName: sender.name,
    replyTo: sender.email,
    attachments: [
      {
        filename: `${document.number}-signed.pdf`,
        contentType: 'application/pdf',
        content: await pdfForMail(context.tx, { document, acceptance, right, note: null }, context.clock.now()),
      },
    ],
  };
};

/** Renders the text with the short link to the signed copy, like the email. */
const signedText = async (context: EstimateContext): Promise<OutgoingText | NothingToSend> => {
  const sendable = await findSendable(context);
  if ('skip' in sendable) return sendable;
  const { document, version } = sendable;
  if (!version.acceptance) return { skip: 'The estimate wasn’t signed' };
  const { tx, company, config, payload } = context;
  const url = await ensureShortUrl(tx, { companyId: company.id, estimateId: payload.estimateId, config });
  if (url === undefined) return { skip: REVOKED };
  const words = estimateWords(document.language);
  const name = greetingName(document.customer.name, document.language);
  return { body: words.signed.text({ name, total: words.format.money(document.chosen.totalCents), url }) };
};

export const signed: Renderer<EstimateContext['payload']> = { mail: signedMail, text: signedText };

interface EstimateSigned {
  document: EstimateDocument;
  company: MailCompany;
  signedBy: string;
  /** The formatted time when the homeowner signed. */
  signedAt: string;
  right: RightToCancel;
  url: string;
}

const factsOf = (words: EstimateWords, { document, signedBy, signedAt }: EstimateSigned): [string, string][] => {
  const { facts, format } = words;
  const { chosen } = document;
  return [
    ...lineFacts(words, chosen),
    ...(document.hasPlan
      ? shownStages(chosen.stages).map((stage): [string, string] => [
          stageInWords(stage, document.language),
          format.money(stage.cents),
        ])
      : ([
          [facts.deposit, format.money(chosen.deposit.cents)],
          [facts.balance, format.money(chosen.balanceCents)],
        ] satisfies [string, string][])),
    [facts.signedBy, signedBy],
    [facts.signedOn, signedAt],
    [facts.number, document.number],
  ];
};

/** Renders the homeowner's copy of the signed estimate (C23: transactional). The PDF is attached. */
export const estimateSignedMail = async (signed: EstimateSigned): Promise<{ html: string; text: string }> => {
  const { document, company, right, url } = signed;
  const { chosen } = document;
  const words = estimateWords(document.language);
  const total = words.format.money(chosen.totalCents);
  const hello = words.signed.hello({
    name: greetingName(document.customer.name, document.language),
    company: company.name,
  });
  const next =
    chosen.deposit.cents > 0
      ? words.signed.nextDeposit({ amount: words.format.money(chosen.deposit.cents) })
      : words.signed.nextSchedule({ company: company.name });
  const cancel = words.signed.mayCancel({ day: words.format.weekday(right.until) });
  const html = await render(
    <CompanyMail
      company={company}
      language={document.language}
      preview={words.signed.preview({ total })}
      heading={words.signed.heading}
    >
      <Paragraph>{hello}</Paragraph>
      <Figure amount={total} below={words.signed.by({ name: signed.signedBy })} />
      <FenceInMail company={company} language={document.language} drawing={document.drawing} {...chosen} />
      <Facts facts={factsOf(words, signed)} />
      <Paragraph>{next}</Paragraph>
      <Action company={company} href={url}>
        {words.view}
      </Action>
      <Paragraph>{cancel}</Paragraph>
    </CompanyMail>,
  );
  const text = joinLines([
    hello,
    '',
    words.fact({ label: words.facts.total, value: total }),
    ...factsOf(words, signed).map(([label, value]) => words.fact({ label, value })),
    ...sidesInWords(document.drawing, document.language),
    '',
    next,
    words.fact({ label: words.view, value: url }),
    '',
    cancel,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
};
