import { paymentMethodWords } from '#shared/features/payments/payment.words.ts';
import { leftOfStage, type StageNow } from '#shared/features/payments/payment-plan.rules.ts';
import type { LocalDate } from '#shared/primitives/local-date.ts';
import type { EstimateDocument } from '../estimate-document.ts';
import { stageInWords } from '../document-stages.ts';
import { estimateWords } from '../words.ts';
import { drawLogo, lines, sender } from './estimate-pdf.ts';
import { printSums } from './changes-pdf.ts';
import { heading } from './pdf-parts.ts';
import { COLOR, openSheet, type Sheet } from './sheet.ts';

/** A payment on an invoice, or what went back of it. `cents` is negative for what went back. */
export interface InvoicePayment {
  day: LocalDate;
  /** Stripe's name for the method, or how a payment by hand was received. */
  method: string | null;
  /** Such as a check's number. */
  reference: string | null;
  cents: number;
}

export interface InvoiceToPrint {
  /** The signed estimate, with the agreed lines and total. */
  document: EstimateDocument;
  /** Such as 'INV-12'. */
  number: string;
  date: LocalDate;
  payments: InvoicePayment[];
  /** The stages of the payment plan. Empty for a deposit and the rest. */
  stages: StageNow[];
  /** What is left to pay, in cents. Negative if too much was paid. */
  balanceCents: number;
  /** The sender's logo, as a PNG. */
  logo?: Buffer | undefined;
  /** Whether to compress the PDF. Tests use false to read its text. */
  compress?: boolean;
}

/** Renders an invoice, which is also the receipt: the agreed lines, the payments, and what is left to pay. */
export const invoicePdf = async (print: InvoiceToPrint): Promise<Buffer> => {
  const { company, language } = print.document;
  const { paper, invoice: words } = estimateWords(language);
  const said = { number: print.number, company: company.name };
  const sheet = await openSheet({
    title: words.title(said),
    author: company.name,
    foot: words.foot(said),
    lang: paper.lang,
    page: paper.page,
    ...(print.compress !== undefined && { compress: print.compress }),
  });
  if (print.logo) drawLogo(sheet, print.logo);
  head(sheet, print);
  lines(sheet, print.document);
  printSums(sheet, print.document);
  payments(sheet, print);
  plan(sheet, print);
  return sheet.finish();
};

const head = (sheet: Sheet, { document, number, date }: InvoiceToPrint): void => {
  const { invoice: words, format } = estimateWords(document.language);
  const { customer } = document;
  sender(sheet, document.company, {
    heading: words.heading,
    beside: words.head({ number, date: format.day(date), estimate: document.number }),
  });
  const to = [customer.name, customer.address].filter(Boolean).join(', ');
  sheet.text(words.billTo({ customer: to }), { color: COLOR.ink2, after: 14 });
};

const payments = (sheet: Sheet, { document, payments: paid, balanceCents }: InvoiceToPrint): void => {
  const { invoice: words, format } = estimateWords(document.language);
  if (paid.length > 0) heading(sheet, words.payments);
  for (const { day, method, reference, cents } of paid) {
    sheet.need(30);
    const how = [format.day(day), paymentMethodWords(method, document.language), reference].filter(Boolean).join(', ');
    sheet.pair(cents < 0 ? words.refunded({ payment: how }) : how, format.money(-cents), { after: 6 });
  }
  sheet.rule({ color: COLOR.ink, width: 1.25, after: 7 });
  const label = balanceCents > 0 ? words.balance : balanceCents < 0 ? words.owed : words.paid;
  sheet.pair(label, format.money(Math.abs(balanceCents)), {
    left: { weight: 700, size: 12 },
    right: { weight: 700, size: 14 },
    after: 10,
  });
};

/** Prints the stages that aren't paid, with what each still asks for. */
const plan = (sheet: Sheet, { document, stages }: InvoiceToPrint): void => {
  const open = stages.filter(({ status }) => status !== 'paid');
  if (open.length === 0) return;
  const { invoice: words, format } = estimateWords(document.language);
  heading(sheet, words.plan);
  for (const stage of open) {
    sheet.need(30);
    sheet.pair(stageInWords(stage, document.language), format.money(leftOfStage(stage)), { after: 6 });
  }
};
