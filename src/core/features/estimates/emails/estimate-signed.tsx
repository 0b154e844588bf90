import { render } from '@react-email/render';
import { shownStages } from '#shared/features/payments/payment-plan.rules.ts';
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
import { stageInWords } from '../document-stages.ts';
import type { EstimateDocument } from '../estimate-document.ts';
import type { RightToCancel } from '../right-to-cancel.ts';
import { estimateWords, type EstimateWords } from '../words/index.ts';
import { lineFacts } from './estimate-sent.tsx';

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
