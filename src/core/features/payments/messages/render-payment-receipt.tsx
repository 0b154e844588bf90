import { render } from 'react-email';
import { paymentMethodWords } from '#shared/features/payments/payment.words.ts';
import { COUNTS, type PaymentStatus } from '#shared/features/payments/payment-status.rules.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/primitives/language.ts';
import type { PaymentId } from '#shared/primitives/ids.ts';
import type { AcceptanceRow, EstimateRow } from '../../estimates/estimates.table.ts';
import type { PaymentRow } from '../payments.table.ts';
import type { MailAttachment } from '../../../platform/mail.ts';
import { documentOf, type EstimateDocument } from '../../estimates/estimate-document.ts';
import { ensureShortUrl, estimateUrl, findTokens } from '../../estimates/estimate-links.ts';
import { findEstimate } from '../../estimates/estimates.repository.ts';
import { mailCompany } from '../../company/mail-company.ts';
import { readLeadMoney } from '../../lead-rows/lead-money.ts';
import { getVersion } from '../../estimates/read-version.ts';
import { pdfForMail } from '../../estimates/pdf/pdf-of.ts';
import { rightAsSigned } from '../../estimates/right-to-cancel.ts';
import { greetingName, joinLines } from '../../messages/emails/words.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { paymentWords, type PaymentWords } from '../words.ts';
import {
  Action,
  CompanyMail,
  Facts,
  Figure,
  footLines,
  type MailCompany,
  Paragraph,
} from '../../messages/emails/company-mail.tsx';

export type PaymentContext = RenderContext<{ paymentId: PaymentId }>;

export const GONE: NothingToSend = { skip: 'The payment no longer exists' };
const REFUNDED: NothingToSend = { skip: 'The payment was refunded' };

/** What a message about a payment is about. */
interface Said {
  payment: PaymentRow;
  estimate: EstimateRow;
  leadName: string;
}

/** Reads a message's payment with its estimate and the lead's name. Undefined if one no longer exists. */
export async function findSaid({ tx, payload, company }: PaymentContext): Promise<Said | undefined> {
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('company_id', '=', company.id)
    .where('id', '=', payload.paymentId)
    .executeTakeFirst();
  const estimate = payment && (await findEstimate(tx, { companyId: company.id, id: payment.estimate_id }));
  const lead =
    payment &&
    (await tx
      .selectFrom('leads')
      .select('name')
      .where('company_id', '=', company.id)
      .where('id', '=', payment.lead_id)
      .executeTakeFirst());
  return estimate && lead ? { payment, estimate, leadName: lead.name } : undefined;
}

/** Returns the URL of the estimate's page, or null if its link was revoked. */
export async function pageOf({ tx, company, config }: RenderContext, estimate: EstimateRow): Promise<string | null> {
  const tokens = await findTokens(tx, {
    companyId: company.id,
    estimateIds: [estimate.id],
    secret: config.APP_SECRET,
  });
  const token = tokens.get(estimate.id);
  return token === undefined ? null : estimateUrl(config, token);
}

const isPaid = (payment: PaymentRow): payment is PaymentRow & { paid_at: Date } =>
  payment.paid_at !== null && (COUNTS as readonly PaymentStatus[]).includes(payment.status);

/** Returns how much is left to pay for a lead's job, in cents. Negative if too much was paid. */
const readLeftToPay = async ({ tx }: RenderContext, { lead_id }: PaymentRow): Promise<number> =>
  (await readLeadMoney(tx, lead_id)).balance_cents;

async function receiptMail(context: PaymentContext): Promise<OutgoingMail | NothingToSend> {
  const said = await findSaid(context);
  if (!said) return GONE;
  const { payment, estimate, leadName } = said;
  if (!isPaid(payment)) return REFUNDED;
  const { company, tx } = context;
  const version = await getVersion(tx, { companyId: company.id, id: estimate.id, at: context.clock.now() });
  const document = documentOf(version);
  const { jobCents: totalCents } = document;
  const words = paymentWords(context.language);
  const sender = estimate.company;
  const body = await paymentReceiptMail({
    company: await mailCompany(context, estimate),
    name: leadName,
    what: words.kind[payment.kind],
    amountCents: payment.amount_cents,
    method: paymentMethodWords(payment.method, context.language),
    paidOn: words.format.dayOf(payment.paid_at, company.time_zone),
    number: estimate.number,
    totalCents,
    balanceCents: await readLeftToPay(context, payment),
    url: await pageOf(context, estimate),
    language: context.language,
  });
  return {
    ...body,
    subject: words.receipt.subject({ amount: words.format.money(payment.amount_cents), company: sender.name }),
    fromName: sender.name,
    replyTo: sender.email,
    ...(version.acceptance && { attachments: [await signedCopy(context, document, version.acceptance)] }),
  };
}

/** Returns the estimate's short link for a text, or null if the link was revoked. The sender has locked the lead. */
export const shortPageOf = async (
  { tx, company, config }: RenderContext,
  { id }: EstimateRow,
): Promise<string | null> => (await ensureShortUrl(tx, { companyId: company.id, estimateId: id, config })) ?? null;

/** Renders the receipt as a text. The estimate's page shows the payments and has the signed copy. */
async function receiptText(context: PaymentContext): Promise<OutgoingText | NothingToSend> {
  const said = await findSaid(context);
  if (!said) return GONE;
  const { payment, estimate, leadName } = said;
  if (!isPaid(payment)) return REFUNDED;
  const { language } = context;
  const leftCents = await readLeftToPay(context, payment);
  const { format, receipt: words } = paymentWords(language);
  const url = await shortPageOf(context, estimate);
  const amount = format.money(payment.amount_cents);
  return inOneText([
    words.text({ name: greetingName(leadName, language), amount }),
    leftCents > 0 ? words.textLeft({ amount: format.money(leftCents) }) : words.inFull,
    url !== null && words.textLink({ url }),
  ]);
}

/** Joins sentences into a text. Leaves out those that don't apply. */
export const inOneText = (sentences: readonly (string | false)[]): OutgoingText => ({
  body: sentences.filter((sentence) => sentence !== false).join(' '),
});

/** Returns the signed copy of the estimate as an attachment. */
async function signedCopy(
  { tx, clock }: RenderContext,
  document: EstimateDocument,
  acceptance: AcceptanceRow,
): Promise<MailAttachment> {
  const print = { document, acceptance, right: rightAsSigned(acceptance), note: null };
  return {
    filename: `${document.number}-signed.pdf`,
    contentType: 'application/pdf',
    content: await pdfForMail(tx, print, clock.now()),
  };
}

export const receipt: Renderer<PaymentContext['payload']> = { mail: receiptMail, text: receiptText };

/** A payment, in words for the homeowner. Money is in cents, and `paidOn` is formatted ('Dec 5, 2026'). */
interface PaymentReceipt {
  company: MailCompany;
  name: string;
  /** 'Deposit', 'Payment in full' or 'Balance'. */
  what: string;
  amountCents: number;
  method: string;
  paidOn: string;
  number: string;
  totalCents: number;
  /** Negative if that much is owed to the homeowner. */
  balanceCents: number;
  /** The URL of the estimate's page. Null if its link was revoked. */
  url: string | null;
  /** Default: English. */
  language?: Language;
}

const factsOf = ({ receipt: words, format }: PaymentWords, receipt: PaymentReceipt): [string, string][] => [
  [words.paid, `${receipt.paidOn}, ${receipt.method}`],
  [words.estimate, receipt.number],
  [words.total, format.money(receipt.totalCents)],
  [receipt.balanceCents < 0 ? words.owedBack : words.left, format.money(Math.abs(receipt.balanceCents))],
];

export async function paymentReceiptMail(receipt: PaymentReceipt): Promise<{ html: string; text: string }> {
  const { company, url, what, language = DEFAULT_LANGUAGE } = receipt;
  const words = paymentWords(language);
  const amount = words.format.money(receipt.amountCents);
  const inFull = receipt.balanceCents <= 0 && words.receipt.inFull;
  const hello = words.receipt.hello({ name: greetingName(receipt.name, language), company: company.name });
  const html = await render(
    <CompanyMail
      company={company}
      language={language}
      preview={words.receipt.preview({ amount })}
      heading={words.receipt.heading}
    >
      <Paragraph>{hello}</Paragraph>
      {inFull && <Paragraph>{inFull}</Paragraph>}
      <Figure amount={amount} below={what} />
      <Facts facts={factsOf(words, receipt)} />
      {url !== null && (
        <Action company={company} href={url}>
          {words.view}
        </Action>
      )}
    </CompanyMail>,
  );
  const text = joinLines([
    hello,
    inFull,
    '',
    words.fact({ label: what, value: amount }),
    ...factsOf(words, receipt).map(([label, value]) => words.fact({ label, value })),
    url !== null && `\n${words.fact({ label: words.view, value: url })}`,
    '',
    '--',
    ...footLines(company),
  ]);
  return { html, text };
}
