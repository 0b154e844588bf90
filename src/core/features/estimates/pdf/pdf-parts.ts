import { cancelForm } from '#shared/features/estimates/cooling-off.rules.ts';
import { SIGNATURE_BOX } from '#shared/features/estimates/signature.rules.ts';
import { type EstimateLine, unitInWords } from '#shared/features/pricing/line-view.ts';
import type { Language } from '#shared/primitives/language.ts';
import { cancelNotice } from '../../../platform/us-data/index.ts';
import type { EstimateDocument } from '../estimate-document.ts';
import type { RightToCancel } from '../right-to-cancel.ts';
import { estimateWords } from '../words.ts';
import { COLOR, MARGIN, type Sheet, WIDTH } from './sheet.ts';

/** Prints a section's heading. */
export const heading = (sheet: Sheet, words: string): void => {
  sheet.need(48);
  sheet.text(words, { weight: 700, size: 12, after: 3 });
};

/** Prints a line with its sum. Both stay on one page. */
export const printLine = (sheet: Sheet, line: EstimateLine, language: Language): void => {
  const { format } = estimateWords(language);
  sheet.need(36);
  const unit = unitInWords(line, language);
  sheet.pair(line.label, format.money(line.totalCents), {
    left: { weight: 700 },
    ...(unit === undefined && { after: 6 }),
  });
  if (unit !== undefined) sheet.text(unit, { size: 9.5, color: COLOR.ink2, after: 6 });
  sheet.rule({ after: 7 });
};

const MARK_WIDTH = 220;

/** Prints a signature: a typed name, or drawn strokes. */
export const mark = (sheet: Sheet, { kind, strokes }: { kind: 'typed' | 'drawn'; strokes: string }): void => {
  if (kind === 'typed') return sheet.text(strokes, { size: 20, after: 4 });
  const { doc } = sheet;
  const scale = MARK_WIDTH / SIGNATURE_BOX.width;
  doc.save().translate(MARGIN, doc.y).scale(scale);
  doc.path(strokes).lineWidth(4).lineCap('round').lineJoin('round').stroke(COLOR.ink);
  doc.restore();
  doc.y += SIGNATURE_BOX.height * scale + 4;
};

/** Prints the notice of cancellation on its own page, because it must be detachable. */
export const notice = (
  sheet: Sheet,
  { company, language }: EstimateDocument,
  { at, right }: { at: Date; right: RightToCancel },
): void => {
  const { format } = estimateWords(language);
  sheet.doc.addPage();
  const values = {
    businessDays: right.businessDays,
    transactionDate: format.dayOf(at, right.zone),
    deadline: format.weekday(right.until),
    company: company.name,
    address: [company.postalAddress ?? company.address, company.email].filter(Boolean).join(', '),
  };
  const [title = '', ...body] = cancelForm(cancelNotice(language).form, values, language);
  sheet.text(title, { weight: 700, size: 15, after: 12 });
  for (const line of body) sheet.text(line, { weight: 700, size: 10.5, width: WIDTH, after: 10 });
};
