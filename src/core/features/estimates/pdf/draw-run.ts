import { fenceRunSvg } from '#shared/features/estimates/fence-run.ts';
import type { DocumentOption } from '../estimate-document.ts';
import { COLOR, MARGIN, type Sheet, WIDTH } from './sheet.ts';

interface Look {
  fill?: string;
  stroke?: string;
  width?: number;
}

/** Styles for the drawing's classes (`estimate-page.css.ts`, `.run`) in the light theme. */
const LOOKS: Record<string, Look> = {
  rail: { fill: '#d0a070' },
  post: { fill: '#895532' },
  pk: { fill: '#f4dab0', stroke: '#9a6740', width: 1 },
  vinyl: { fill: '#fdfdfd', stroke: '#7d888d', width: 1 },
  vl: { stroke: '#b9c0c3', width: 1 },
  metal: { fill: '#1c292e' },
  gatebg: { fill: '#f9eee1' },
  gate: { stroke: COLOR.cedar, width: 2 },
  earth: { stroke: '#596970', width: 1.5 },
  hatch: { stroke: '#8b969b', width: 1 },
  brk: { stroke: COLOR.ink2, width: 1.5 },
};

const DRAWN = { width: 600, height: 130 };
const ELEMENT = /<(rect|path) class="([a-z]+)"([^>]*)\/>/g;
const ATTRIBUTE = /([a-z-]+)="([^"]*)"/g;

const attributesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, value]));

/** Draws the page's fence drawing by copying the elements of its SVG, which contains only rectangles and paths. */
export const drawRun = (sheet: Sheet, { perimeter, gateCount, materialType }: DocumentOption): void => {
  const { doc } = sheet;
  const scale = WIDTH / DRAWN.width;
  const svg = fenceRunSvg({ perimeter, gates: gateCount, material: materialType, ...DRAWN });
  doc.save().translate(MARGIN, doc.y).scale(scale);
  for (const [, tag, name = '', rest = ''] of svg.matchAll(ELEMENT)) {
    const look = LOOKS[name] ?? {};
    const { d, x, y, width, height } = attributesOf(rest);
    if (tag === 'path') doc.path(d ?? '');
    else doc.rect(Number(x), Number(y), Number(width), Number(height));
    if (look.width !== undefined) doc.lineWidth(look.width);
    if (look.fill !== undefined && look.stroke !== undefined) doc.fillAndStroke(look.fill, look.stroke);
    else if (look.fill !== undefined) doc.fill(look.fill);
    else doc.stroke(look.stroke ?? COLOR.ink);
  }
  doc.restore();
  doc.y += DRAWN.height * scale + 6;
};

/** Draws a dimension line: a label in the middle of a line with end ticks. */
export const drawMeasure = (sheet: Sheet, words: string): void => {
  const { doc } = sheet;
  const top = doc.y;
  const y = top + 7;
  const style = { weight: 700, size: 12, color: COLOR.cedar } as const;
  const width = sheet.widthOf(words, style);
  const gap = width / 2 + 10;
  const middle = MARGIN + WIDTH / 2;
  doc.lineWidth(1).strokeColor(COLOR.cedar);
  for (const [from, to] of [
    [MARGIN, middle - gap],
    [middle + gap, MARGIN + WIDTH],
  ] as const)
    doc.moveTo(from, y).lineTo(to, y).stroke();
  for (const x of [MARGIN, MARGIN + WIDTH])
    doc
      .moveTo(x, y - 4)
      .lineTo(x, y + 4)
      .stroke();
  sheet.text(words, { ...style, x: middle - width / 2 - MARGIN, width: width + 10 });
  doc.y = top + 26;
};
