import { render } from 'react-email';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import { mailCompany } from '../../company/mail-company.ts';
import { greetingName, joinLines } from '../../messages/emails/words.ts';
import type { Renderer } from '../../messages/define-message.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { paymentWords } from '../words.ts';
import { Action, CompanyMail, footLines, type MailCompany, Paragraph } from '../../messages/emails/company-mail.tsx';
import { findSaid, GONE, inOneText, pageOf, type PaymentContext, shortPageOf } from './render-payment-receipt.tsx';

const PAID_AFTER_ALL: NothingToSend = { skip: 'The payment went through after all' };

async function failedMail(context: PaymentContext): Promise<OutgoingMail | NothingToSend> {
  const said = await findSaid(context);
  if (!said) return GONE;
  const { payment, estimate, leadName } = said;
  if (payment.status !== 'failed') return PAID_AFTER_ALL;
  const sender = estimate.company;
  const body = await paymentFailedMail({
    company: await mailCompany(context, estimate),
    name: leadName,
    amountCents: payment.amount_cents,
    number: estimate.number,
    url: await pageOf(context, estimate),
    language: context.language,
  });
  return {
    ...body,
    subject: paymentWords(context.language).failed.subject({ company: sender.name }),
    fromName: sender.name,
    replyTo: sender.email,
  };
}

/** Renders the failure as a text. */
async function failedText(context: PaymentContext): Promise<OutgoingText | NothingToSend> {
  const said = await findSaid(context);
  if (!said) return GONE;
  const { payment, estimate, leadName } = said;
  if (payment.status !== 'failed') return PAID_AFTER_ALL;
  const { format, failed: words } = paymentWords(context.language);
  const url = await shortPageOf(context, estimate);
  const amount = format.money(payment.amount_cents);
  return inOneText([
    words.text({ name: greetingName(leadName, context.language), amount }),
    url !== null && words.textLink({ url }),
  ]);
}

export const failed: Renderer<PaymentContext['payload']> = { mail: failedMail, text: failedText };

interface PaymentFailed {
  company: MailCompany;
  name: string;
  amountCents: number;
  number: string;
  /** The URL of the estimate's page. Null if its link was revoked. */
  url: string | null;
  /** Default: English. */
  language?: Language;
}

export async function paymentFailedMail(failed: PaymentFailed): Promise<{ html: string; text: string }> {
  const { company, url, language = DEFAULT_LANGUAGE } = failed;
  const { failed: words, format, fact } = paymentWords(language);
  const amount = format.money(failed.amountCents);
  const what = words.what({
    name: greetingName(failed.name, language),
    amount,
    company: company.name,
    number: failed.number,
  });
  const next = url === null ? words.askUs : words.canPayAgain;
  const html = await render(
    <CompanyMail company={company} language={language} preview={words.preview} heading={words.heading}>
      <Paragraph>{what}</Paragraph>
      <Paragraph>{next}</Paragraph>
      {url !== null && (
        <Action company={company} href={url}>
          {words.payAgain}
        </Action>
      )}
    </CompanyMail>,
  );
  const text = joinLines([
    what,
    '',
    next,
    url !== null && fact({ label: words.payAgain, value: url }),
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
