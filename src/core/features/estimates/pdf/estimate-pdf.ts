import { stageInWords, stagesOnPaper } from '../document-stages.ts';
import { addOnLines, countedLines } from '#shared/features/pricing/line-view.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import type { AcceptanceRow } from '../estimates.table.ts';
import type { EstimateDocument } from '../estimate-document.ts';
import type { RightToCancel } from '../right-to-cancel.ts';
import { discountIn, estimateWords } from '../words.ts';
import { printChanges, signedChanges } from './changes-pdf.ts';
import { drawPlan } from './draw-plan.ts';
import { drawMeasure, drawRun } from './draw-run.ts';
import { heading, mark, notice, printLine } from './pdf-parts.ts';
import { COLOR, MARGIN, openSheet, type Sheet } from './sheet.ts';

export interface EstimateToPrint {
  document: EstimateDocument;
  acceptance: AcceptanceRow | null;
  right: RightToCancel;
  /** The sender's logo at the time the estimate was sent, as a PNG. It's printed above the name. */
  logo?: Buffer | undefined;
  /** A sentence at the top, for example that a newer version exists. Null if there's none. */
  note: string | null;
}

/**
 * Renders the estimate as a PDF. It contains the amounts, the drawing from the estimate page, the terms, and the right
 * to cancel next to the signature or signature line. A signed estimate also includes two copies of the notice of
 * cancellation (16 CFR 429.1). The format is US Letter, with selectable text and embedded fonts.
 */
export const estimatePdf = async (print: EstimateToPrint): Promise<Buffer> => {
  const { company, number, language } = print.document;
  const { paper } = estimateWords(language);
  const sheet = await openSheet({
    title: paper.title({ number, company: company.name }),
    author: company.name,
    foot: paper.foot({ number, company: company.name }),
    lang: paper.lang,
    page: paper.page,
  });
  printEstimate(sheet, print);
  return sheet.finish();
};

/** Prints the estimate on an open sheet. */
export const printEstimate = (sheet: Sheet, print: EstimateToPrint): void => {
  const { document, acceptance } = print;
  const { paper } = estimateWords(document.language);
  if (print.logo) drawLogo(sheet, print.logo);
  head(sheet, document);
  if (print.note !== null) sheet.text(print.note, { weight: 700, color: COLOR.cedar, after: 10 });
  price(sheet, document);
  lines(sheet, document);
  payment(sheet, print);
  openAddOns(sheet, document);
  if (!document.accepted) otherOptions(sheet, document);
  passage(sheet, paper.notes, document.notes);
  passage(sheet, paper.terms, document.chosen.terms);
  signature(sheet, print);
  printChanges(sheet, document);
  for (const signed of [...(acceptance ? [{ at: acceptance.at, right: print.right }] : []), ...signedChanges(document)])
    for (let copy = 0; copy < 2; copy++) notice(sheet, document, signed);
};

const LOGO_BOX: [width: number, height: number] = [150, 48];

/** Draws the sender's logo above their name. */
export const drawLogo = (sheet: Sheet, logo: Buffer): void => {
  const { doc } = sheet;
  doc.image(logo, MARGIN, doc.y, { fit: LOGO_BOX });
  doc.y = Math.max(doc.y, MARGIN + LOGO_BOX[1]);
  sheet.space(8);
};

/** Prints the sender beside the document's heading and its dates. */
export const sender = (
  sheet: Sheet,
  company: EstimateDocument['company'],
  { heading: title, beside }: { heading: string; beside: string },
): void => {
  const small = { size: 9.5, color: COLOR.ink2 };
  sheet.pair(company.name, title, {
    left: { weight: 700, size: 15 },
    right: { weight: 700, size: 11 },
    after: 1,
  });
  const contact = [
    company.postalAddress ?? company.address,
    company.phone && formatPhone(company.phone),
    company.email,
  ];
  sheet.pair(contact.filter(Boolean).join('\n'), beside, { left: small, right: small, after: 10 });
  sheet.rule({ after: 12 });
};

const head = (sheet: Sheet, { company, customer, number, date, validUntil, language }: EstimateDocument): void => {
  const { paper, format } = estimateWords(language);
  sender(sheet, company, {
    heading: paper.heading,
    beside: paper.head({ number, sent: format.day(date), validThrough: format.day(validUntil) }),
  });
  sheet.text(paper.estimateFor({ customer: [customer.name, customer.address].filter(Boolean).join(', ') }), {
    color: COLOR.ink2,
    after: 2,
  });
};

const price = (sheet: Sheet, { chosen, drawing, language }: EstimateDocument): void => {
  const { paper, format } = estimateWords(language);
  sheet.text(format.money(chosen.totalCents), { weight: 700, size: 26, after: chosen.label === null ? 10 : 0 });
  if (chosen.label !== null) sheet.text(paper.option({ option: chosen.label }), { weight: 700, after: 10 });
  drawRun(sheet, chosen);
  drawMeasure(sheet, format.feet(chosen.perimeter));
  if (drawing) drawPlan(sheet, drawing, language);
};

/** Prints the lines that count, the discount, the tax and the total. */
export const lines = (sheet: Sheet, { chosen, offer, language }: EstimateDocument): void => {
  const words = estimateWords(language);
  const { paper, format } = words;
  for (const line of countedLines(chosen.lines)) printLine(sheet, line, language);
  if (chosen.discountCents > 0) {
    const label = offer
      ? words.offer({ discount: discountIn(words, offer.discount), day: format.day(offer.endsOn) })
      : paper.discount;
    sheet.pair(label, format.money(-chosen.discountCents), { left: { weight: 700 }, after: 6 });
  }
  if (chosen.taxLabel !== null)
    sheet.pair(chosen.taxLabel, format.money(chosen.taxCents), { left: { weight: 700 }, after: 6 });
  sheet.rule({ color: COLOR.ink, width: 1.25, after: 7 });
  sheet.pair(paper.total, format.money(chosen.totalCents), {
    left: { weight: 700, size: 12 },
    right: { weight: 700, size: 14 },
    after: 10,
  });
};

/** Prints the add-ons that aren't part of the total. A signed estimate has none. */
const openAddOns = (sheet: Sheet, { chosen, accepted, language }: EstimateDocument): void => {
  const lines = addOnLines(chosen.lines).filter(({ ticked }) => ticked !== true);
  if (accepted || lines.length === 0) return;
  heading(sheet, estimateWords(language).paper.addOns);
  for (const line of lines) printLine(sheet, line, language);
  sheet.space(12);
};

const payment = (sheet: Sheet, { document, acceptance }: EstimateToPrint): void => {
  const { chosen, language } = document;
  const { paper, format } = estimateWords(language);
  const { deposit, balanceCents } = chosen;
  const stages = stagesOnPaper(document, acceptance);
  for (const stage of stages ?? []) {
    sheet.need(30);
    sheet.pair(stageInWords(stage, language), format.money(stage.cents));
  }
  if (stages === null && deposit.cents > 0) sheet.pair(paper.deposit, format.money(deposit.cents));
  if (deposit.reason !== null) sheet.text(sentences(deposit.reason), { size: 9.5, color: COLOR.ink2 });
  if (stages === null && balanceCents > 0) sheet.pair(paper.balance, format.money(balanceCents));
  sheet.space(12);
};

const otherOptions = (sheet: Sheet, { options, chosen, language }: EstimateDocument): void => {
  const words = estimateWords(language);
  const { paper, format } = words;
  const others = options.filter(({ id }) => id !== chosen.id);
  if (others.length === 0) return;
  heading(sheet, paper.otherOptions);
  for (const { label, perimeter, materialType, gateCount, totalCents } of others) {
    const fence = words.option({ feet: format.feet(perimeter), material: materialType, count: gateCount });
    sheet.pair(paper.otherOption({ option: label ?? materialType, fence }), format.money(totalCents));
  }
  sheet.space(12);
};

/** Prints multi-line text. A line that begins with a number is printed as a heading. */
const passage = (sheet: Sheet, title: string, text: string): void => {
  if (text.trim() === '') return;
  heading(sheet, title);
  for (const line of text.split('\n')) {
    if (line.trim() === '') sheet.space(5);
    else if (/^\d+\.\s/.test(line)) {
      sheet.need(40);
      sheet.text(line, { weight: 700, size: 9.5 });
    } else sheet.text(line, { size: 9.5, color: COLOR.ink2 });
  }
  sheet.space(14);
};

const SIGN_HEIGHT = 210;

const signature = (sheet: Sheet, { document, acceptance, right }: EstimateToPrint): void => {
  const { paper } = estimateWords(document.language);
  sheet.need(SIGN_HEIGHT);
  heading(sheet, acceptance ? paper.accepted : paper.signature);
  // 16 CFR 429.1(a): next to the signature, in bold type of at least ten points.
  sheet.text(right.statement, { weight: 700, size: 10, after: 4 });
  if (acceptance) return signed(sheet, { document, acceptance, right });
  sheet.space(34);
  sheet.rule({ color: COLOR.rail, after: 4 });
  sheet.pair(paper.signatureOf({ name: document.customer.name }), paper.date, {
    left: { size: 9.5 },
    right: { size: 9.5 },
  });
};

const signed = (
  sheet: Sheet,
  { document, acceptance, right }: { document: EstimateDocument; acceptance: AcceptanceRow; right: RightToCancel },
): void => {
  const { paper, format } = estimateWords(document.language);
  sheet.text(paper.mayCancel({ day: format.weekday(right.until), zone: format.zone(right.zone) }), {
    after: 8,
  });
  mark(sheet, { kind: acceptance.mark_kind, strokes: acceptance.mark });
  sheet.rule({ color: COLOR.rail, after: 4 });
  sheet.pair(acceptance.name, paper.totalOf({ amount: format.money(document.chosen.totalCents) }), {
    left: { weight: 700 },
  });
  const small = { size: 8.5, color: COLOR.ink2 };
  sheet.text(paper.signedOn({ moment: format.moment(acceptance.at, right.zone), zone: format.zone(right.zone) }), {
    ...small,
    after: 3,
  });
  sheet.text(acceptance.consent_text, { ...small, after: 3 });
  sheet.text(paper.documentHash({ hash: acceptance.document_hash }), small);
};
