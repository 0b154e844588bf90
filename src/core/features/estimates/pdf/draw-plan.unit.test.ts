import { expect, it } from 'vitest';
import { planeAt } from '#shared/features/drawing/earth.ts';
import { toDrawing } from '#shared/features/drawing/fence-drawing.ts';
import { pdfText } from '../../../../../test/pdf-text.ts';
import { drawPlan } from './draw-plan.ts';
import { openSheet } from './sheet.ts';

it('prints the drawing as vectors, with each side’s length in the homeowner’s language', async () => {
  const points = [
    [0, 57],
    [0, 0],
    [70, 0],
    [70, 57],
  ] as const;
  const line = { points, closed: false, gates: [{ atFeet: 92, kind: 'walk' }] };
  const drawing = toDrawing([line], planeAt([-116.2145, 43.6152]), true);
  const sheet = await openSheet({ title: '', author: '', foot: '', compress: false });
  drawPlan(sheet, drawing, 'en');
  drawPlan(sheet, drawing, 'es');
  const pdf = await sheet.finish();
  const words = pdfText(pdf);
  for (const side of ['57 ft', '70 ft', '57 pies', '70 pies']) expect(words).toContain(side);
  expect(pdf.toString('latin1')).not.toContain('/Subtype /Image');
});
