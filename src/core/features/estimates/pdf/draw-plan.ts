import type { FenceDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { toLines } from '#shared/features/drawing/fence-drawing.ts';
import { fitFence, planShapes } from '#shared/features/drawing/fence-plan.ts';
import type { Language } from '#shared/primitives/language.ts';
import { COLOR, MARGIN, type Sheet, WIDTH } from './sheet.ts';

const SIZE = { width: WIDTH, height: 200 };
const LABEL = { size: 10, weight: 700, color: COLOR.cedar } as const;

/** Draws the homeowner's plan (the fence from above) as vectors, with the same shapes and dimensions as on the page. */
export const drawPlan = (sheet: Sheet, drawing: FenceDrawing, language: Language): void => {
  const { doc } = sheet;
  sheet.need(SIZE.height + 6);
  const top = doc.y;
  const lines = toLines(drawing);
  const shapes = planShapes(lines, fitFence(lines, SIZE), language);
  doc.save().translate(MARGIN, top).lineJoin('round');
  for (const d of shapes.runs) doc.path(d).lineWidth(2.5).stroke(COLOR.ink2);
  for (const [x, y] of shapes.posts) doc.rect(x - 2.5, y - 2.5, 5, 5).fill(COLOR.ink);
  for (const { d, leaf } of shapes.gates) {
    doc.path(d).lineWidth(6).stroke('#ffffff');
    doc.path(leaf).lineWidth(1.5).stroke(COLOR.cedar);
  }
  doc.restore();
  for (const { at, text } of shapes.labels) {
    const width = sheet.widthOf(text, LABEL);
    doc.y = top + at[1] - LABEL.size * 0.6;
    sheet.text(text, { ...LABEL, x: at[0] - width / 2, width: width + 10 });
  }
  doc.y = top + SIZE.height + 6;
};
