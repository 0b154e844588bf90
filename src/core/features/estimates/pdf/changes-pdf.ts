import type { DocumentChange, DocumentPart } from '../document-changes.ts';
import type { EstimateDocument } from '../estimate-document.ts';
import { rightOfChange, type RightToCancel } from '../right-to-cancel.ts';
import { estimateWords } from '../words.ts';
import { heading, mark, printLine } from './pdf-parts.ts';
import { COLOR, type Sheet } from './sheet.ts';

/** Prints each change that counts: what was added and taken off, the new total, and its signature. */
export const printChanges = (sheet: Sheet, document: EstimateDocument): void => {
  for (const change of document.changes) {
    sheet.space(14);
    parts(sheet, document, change);
    total(sheet, document, change.totalCents);
    signature(sheet, document, change);
  }
};

/** Prints the changes that count below an invoice's lines, and the total with them. Prints nothing if there are none. */
export const printSums = (sheet: Sheet, document: EstimateDocument): void => {
  if (document.changes.length === 0) return;
  for (const change of document.changes) parts(sheet, document, change);
  total(sheet, document, document.jobCents);
};

const parts = (sheet: Sheet, { language }: EstimateDocument, change: DocumentChange): void => {
  const { change: words, format } = estimateWords(language);
  heading(sheet, words.title({ number: change.number }));
  if (change.note !== '') sheet.text(change.note, { color: COLOR.ink2, after: 6 });
  part(sheet, language, { title: words.added, part: change.added, sign: 1 });
  part(sheet, language, { title: words.removed, part: change.removed, sign: -1 });
  sheet.pair(words.net, format.money(change.netCents), { left: { weight: 700 }, after: 6 });
};

const part = (
  sheet: Sheet,
  language: EstimateDocument['language'],
  {
    title,
    part: { lines, discountCents, taxLabel, taxCents },
    sign,
  }: { title: string; part: DocumentPart; sign: 1 | -1 },
): void => {
  const { change: words, format } = estimateWords(language);
  if (lines.length === 0) return;
  sheet.need(60);
  sheet.text(title, { weight: 700, color: COLOR.ink2, after: 3 });
  for (const line of lines) printLine(sheet, { ...line, totalCents: sign * line.totalCents }, language);
  if (discountCents !== 0) sheet.pair(words.discount, format.money(-sign * discountCents), { after: 6 });
  if (taxLabel !== null) sheet.pair(taxLabel, format.money(sign * taxCents), { after: 6 });
};

const total = (sheet: Sheet, { language }: EstimateDocument, cents: number): void => {
  const { change: words, format } = estimateWords(language);
  sheet.rule({ color: COLOR.ink, width: 1.25, after: 7 });
  sheet.pair(words.newTotal, format.money(cents), {
    left: { weight: 700, size: 12 },
    right: { weight: 700, size: 14 },
    after: 10,
  });
};

const SIGN_HEIGHT = 190;

const signature = (sheet: Sheet, { language }: EstimateDocument, { signature: signed, totalCents }: DocumentChange) => {
  const { change: words, paper, format } = estimateWords(language);
  if (!signed) return sheet.text(words.credit, { size: 9.5, color: COLOR.ink2 });
  const { until, zone } = signed.cancel;
  sheet.need(SIGN_HEIGHT);
  heading(sheet, words.signed);
  // 16 CFR 429.1(a): next to the signature, in bold type of at least ten points.
  sheet.text(rightOfChange(signed, language).statement, { weight: 700, size: 10, after: 4 });
  sheet.text(words.mayCancel({ day: format.weekday(until), zone: format.zone(zone) }), { after: 8 });
  mark(sheet, { kind: signed.kind, strokes: signed.mark });
  sheet.rule({ color: COLOR.rail, after: 4 });
  sheet.pair(signed.name, paper.totalOf({ amount: format.money(totalCents) }), { left: { weight: 700 } });
  const small = { size: 8.5, color: COLOR.ink2 };
  sheet.text(paper.signedOn({ moment: format.moment(new Date(signed.at), zone), zone: format.zone(zone) }), {
    ...small,
    after: 3,
  });
  sheet.text(signed.consent, { ...small, after: 3 });
  sheet.text(paper.documentHash({ hash: signed.hash }), small);
};

/** Returns when each signed change was signed, and until when it can be canceled. */
export const signedChanges = ({ changes, language }: EstimateDocument): { at: Date; right: RightToCancel }[] =>
  changes.flatMap(({ signature: signed }) =>
    signed ? [{ at: new Date(signed.at), right: rightOfChange(signed, language) }] : [],
  );
