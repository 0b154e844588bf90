import { render } from 'react-email';
import { paymentMethodWords } from '#shared/features/payments/payment.words.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import type { PaymentId } from '#shared/primitives/ids.ts';
import { cleanName } from '#shared/primitives/strangers-words.ts';
import { joinLines } from '../../messages/emails/words.ts';
import { leadUrl } from '../../messages/lead-url.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { noticeWords, type PaymentNews } from '../notice-words.ts';
import { paymentWords } from '../words.ts';
import {
  Action,
  CompanyMail,
  Facts,
  Figure,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';
import { findSaid, GONE } from './render-payment-receipt.tsx';

type NoticeContext = RenderContext<{ paymentId: PaymentId; news: PaymentNews }>;

async function noticeMail(context: NoticeContext): Promise<OutgoingMail | NothingToSend> {
  const said = await findSaid(context);
  if (!said) return GONE;
  const { company, config, payload } = context;
  const { payment, estimate, leadName } = said;
  const { headline, next } = noticeWords({ news: payload.news, leadName: cleanName(leadName), payment });
  const body = await paymentNoticeMail({
    company: { name: company.name, email: company.email, phone: company.phone, postalAddress: company.postal_address },
    headline,
    amount: formatCents(payment.amount_cents),
    below: paymentWords(DEFAULT_LANGUAGE).kind[payment.kind],
    next,
    facts: [
      ['Estimate', `${estimate.number}${estimate.status === 'superseded' ? ', an earlier version' : ''}`],
      ['Method', paymentMethodWords(payment.method)],
      [`${config.PRODUCT_NAME}’s fee`, formatCents(payment.fee_cents)],
    ],
    url: leadUrl(config, payment.lead_id),
  });
  return { ...body, subject: headline, fromName: config.PRODUCT_NAME, replyTo: null };
}

/** Renders the notice as a text to the contractor's own phone. */
async function noticeText(context: NoticeContext): Promise<OutgoingText | NothingToSend> {
  const said = await findSaid(context);
  if (!said) return GONE;
  const { payment, leadName } = said;
  const { news } = context.payload;
  const { headline } = noticeWords({ news, leadName: cleanName(leadName), payment });
  return { body: `${headline}. ${leadUrl(context.config, payment.lead_id)}` };
}

export const notice: Renderer<NoticeContext['payload']> = { mail: noticeMail, text: noticeText };

interface PaymentNotice {
  company: MailCompany;
  /** For example 'Sunita Deshmukh paid the deposit of $1,771.04'. */
  headline: string;
  amount: string;
  below: string;
  /** The consequences for the contractor, and the next steps. Null if there's nothing to add. */
  next: string | null;
  facts: [string, string][];
  url: string;
}

export async function paymentNoticeMail(notice: PaymentNotice): Promise<{ html: string; text: string }> {
  const { company, headline, next, facts, url } = notice;
  const html = await render(
    <CompanyMail company={company} preview={headline} heading={headline}>
      <Figure amount={notice.amount} below={notice.below} />
      {next !== null && <Paragraph>{next}</Paragraph>}
      <Facts facts={facts} />
      <Action company={company} href={url}>
        Open the lead
      </Action>
    </CompanyMail>,
  );
  const text = joinLines([
    headline,
    next,
    '',
    ...facts.map(([label, value]) => `${label}: ${value}`),
    '',
    `Open the lead: ${url}`,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
