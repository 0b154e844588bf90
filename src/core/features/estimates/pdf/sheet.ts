import { faceName, fontFile, runsOf, type Weight } from './fonts.ts';

/** Colours of the page in the light theme, as hex: a PDF knows no oklch. */
export const COLOR = {
  ink: '#112229',
  ink2: '#3f5057',
  line: '#d6dad5',
  rail: '#7d888d',
  cedar: '#91451c',
} as const;

export const MARGIN = 54;
/** US Letter in points, less the margins. */
export const WIDTH = 612 - 2 * MARGIN;
const FOOT = 36;

export interface TextStyle {
  size?: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right';
  /** Points from the left margin, and how wide. */
  x?: number;
  width?: number;
  /** Points below the text. */
  after?: number;
  lineGap?: number;
}

export interface SheetOptions {
  title: string;
  author: string;
  /** Said at the foot of every page beside its number. */
  foot: string;
  /** False keeps the streams readable, for tests. Default true. */
  compress?: boolean;
}

/** A letter that is written from top to bottom; pages begin by themselves, or where something must stay together. */
export interface Sheet {
  doc: PDFKit.PDFDocument;
  text(words: string, style?: TextStyle): void;
  /** How wide a line of these words would be, in points. */
  widthOf(words: string, style?: TextStyle): number;
  /** Left and right on one line; the next text goes below the taller one. */
  pair(left: string, right: string, style?: { left?: TextStyle; right?: TextStyle; after?: number }): void;
  rule(options?: { color?: string; width?: number; after?: number }): void;
  space(points: number): void;
  /** Begins a new page unless so many points are left on this one. */
  need(points: number): void;
  finish(): Promise<Buffer>;
}

type Doc = PDFKit.PDFDocument;

const write = (doc: Doc, words: string, style: TextStyle, y: number): void => {
  const { size = 10.5, weight = 400, color = COLOR.ink, align = 'left', x = 0, width = WIDTH - x, lineGap = 2 } = style;
  const runs = runsOf(words === '' ? ' ' : words);
  doc.fontSize(size).fillColor(color);
  for (const [index, { subset, text }] of runs.entries()) {
    doc.font(faceIn(doc, subset, weight));
    const options = { width, align, lineGap, continued: index < runs.length - 1 };
    if (index === 0) doc.text(text, MARGIN + x, y, options);
    else doc.text(text, options);
  }
};

const registered = new WeakMap<Doc, Set<string>>();

/** A file of the typeface is put into a document only where it has a letter of it. */
const faceIn = (doc: Doc, subset: Parameters<typeof faceName>[0], weight: Weight): string => {
  const name = faceName(subset, weight);
  const known = registered.get(doc) ?? new Set<string>();
  if (!known.has(name)) {
    doc.registerFont(name, fontFile(subset, weight));
    registered.set(doc, known.add(name));
  }
  return name;
};

const numberPages = (doc: Doc, foot: string): void => {
  const { start, count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page);
    // the foot stands below the margin, where text would begin another page
    doc.page.margins.bottom = 0;
    const y = doc.page.height - FOOT;
    const style = { size: 8.5, color: COLOR.ink2 };
    write(doc, foot, { ...style, width: WIDTH - 80 }, y);
    write(doc, `Page ${page + 1} of ${count}`, { ...style, x: WIDTH - 80, width: 80, align: 'right' }, y);
  }
};

/** pdfkit is loaded with the first sheet: a worker that draws none does without its 8 MB. */
export const openSheet = async ({ title, author, foot, compress = true }: SheetOptions): Promise<Sheet> => {
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'LETTER',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN },
    bufferPages: true,
    // else it reads Helvetica for nothing
    font: '',
    compress,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: author },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const bottom = () => doc.page.height - MARGIN;
  const sheet: Sheet = {
    doc,
    text(words, style = {}) {
      write(doc, words, style, doc.y);
      doc.y += style.after ?? 0;
    },
    widthOf: (words, { size = 10.5, weight = 400 } = {}) =>
      runsOf(words).reduce(
        (width, { subset, text }) =>
          width +
          doc
            .font(faceIn(doc, subset, weight))
            .fontSize(size)
            .widthOfString(text),
        0,
      ),
    pair(left, right, style = {}) {
      sheet.need(30);
      const y = doc.y;
      write(doc, right, { align: 'right', x: WIDTH - 150, width: 150, ...style.right }, y);
      const below = doc.y;
      write(doc, left, { width: WIDTH - 160, ...style.left }, y);
      doc.y = Math.max(below, doc.y) + (style.after ?? 0);
    },
    rule({ color = COLOR.line, width = 0.75, after = 8 } = {}) {
      doc
        .moveTo(MARGIN, doc.y)
        .lineTo(MARGIN + WIDTH, doc.y)
        .lineWidth(width)
        .strokeColor(color)
        .stroke();
      doc.y += after;
    },
    space(points) {
      doc.y += points;
    },
    need(points) {
      if (doc.y + points > bottom()) doc.addPage();
    },
    async finish() {
      numberPages(doc, foot);
      const ended = new Promise<void>((resolve, reject) => {
        doc.on('end', () => resolve());
        doc.on('error', reject);
      });
      doc.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
  return sheet;
};
