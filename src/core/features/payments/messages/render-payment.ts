import { paymentMethodWords } from '#shared/features/payments/payment.words.ts';
import { COUNTS, type PaymentStatus } from '#shared/features/payments/payment-status.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { DEFAULT_LANGUAGE } from '#shared/primitives/language.ts';
import type { PaymentId } from '#shared/primitives/ids.ts';
import { cleanName } from '#shared/primitives/strangers-words.ts';
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
import { greetingName, oneLine } from '../../messages/emails/words.ts';
import { leadUrl } from '../../messages/lead-url.ts';
import type { RenderContext, Renderer } from '../../messages/define-message.ts';
import type { NothingToSend, OutgoingMail, OutgoingText } from '../../messages/outgoing.ts';
import { paymentFailedMail } from '../emails/payment-failed.tsx';
import { paymentNoticeMail } from '../emails/payment-notice.tsx';
import { paymentReceiptMail } from '../emails/payment-receipt.tsx';
import { noticeWords, type PaymentNews } from '../notice-words.ts';
import { paymentWords } from '../words.ts';

type PaymentContext = RenderContext<{ paymentId: PaymentId }>;
type NoticeContext = RenderContext<{ paymentId: PaymentId; news: PaymentNews }>;

const GONE: NothingToSend = { skip: 'The payment no longer exists' };
const REFUNDED: NothingToSend = { skip: 'The payment was refunded' };
const PAID_AFTER_ALL: NothingToSend = { skip: 'The payment went through after all' };

interface Said {
  payment: PaymentRow;
  estimate: EstimateRow;
  leadName: string;
}

async function findSaid({ tx, payload, company }: PaymentContext): Promise<Said | undefined> {
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

async function pageOf({ tx, company, config }: RenderContext, estimate: EstimateRow): Promise<string | null> {
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
    subject: oneLine(words.receipt.subject({ amount: words.format.money(payment.amount_cents), company: sender.name })),
    fromName: oneLine(sender.name),
    replyTo: sender.email,
    ...(version.acceptance && { attachments: [await signedCopy(context, document, version.acceptance)] }),
  };
}

/** Returns the estimate's short link for a text, or null if the link was revoked. The sender has locked the lead. */
const shortPageOf = async ({ tx, company, config }: RenderContext, { id }: EstimateRow): Promise<string | null> =>
  (await ensureShortUrl(tx, { companyId: company.id, estimateId: id, config })) ?? null;

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

const inOneText = (sentences: readonly (string | false)[]): OutgoingText => ({
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
    subject: oneLine(paymentWords(context.language).failed.subject({ company: sender.name })),
    fromName: oneLine(sender.name),
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
  return { ...body, subject: headline.slice(0, 200), fromName: config.PRODUCT_NAME, replyTo: null };
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
export const receipt: Renderer<PaymentContext['payload']> = { mail: receiptMail, text: receiptText };
export const failed: Renderer<PaymentContext['payload']> = { mail: failedMail, text: failedText };
