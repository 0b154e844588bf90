import { breakLines } from './break-lines.ts';
import { type Cluster, clustersOf } from './clusters.ts';
import { type Face, faceName, fontFile, metricsOf, type Weight } from './font-files.ts';
import { keepLettersOfGlyphs } from './letters-of-glyphs.ts';
import { levelsOf, type Piece, piecesOf } from './visual-order.ts';

/** The colors of the page's light theme in hex, because PDF doesn't support oklch. */
export const COLOR = {
  ink: '#112229',
  ink2: '#3f5057',
  line: '#d6dad5',
  rail: '#7d888d',
  cedar: '#91451c',
} as const;

export const MARGIN = 54;
/** The printable width: US Letter minus the margins, in points. */
export const WIDTH = 612 - 2 * MARGIN;
/** The printable height, in points. */
const HEIGHT = 792 - 2 * MARGIN;
const FOOT = 36;

export interface TextStyle {
  size?: number;
  weight?: Weight;
  color?: string;
  /** By default, the side where the paragraph's script begins. */
  align?: 'left' | 'right';
  /** The distance from the left margin, and the width, both in points. */
  x?: number;
  width?: number;
  /** The space below the text, in points. */
  after?: number;
  lineGap?: number;
}

export interface SheetOptions {
  title: string;
  author: string;
  /** Printed in each page's footer beside the page number. */
  foot: string;
  /** The document's language, as in HTML's `lang` attribute. Defaults to 'en-US'. */
  lang?: string;
  /** Returns the page number to print at the end of the footer. By default, it looks like 'Page 1 of 2'. */
  page?: (at: { page: number; count: number }) => string;
  /** False leaves the streams uncompressed and readable, for tests. Defaults to true. */
  compress?: boolean;
}

/**
 * A US Letter document that's written from top to bottom. Starts a new page when the current page is full. Also starts
 * one if the current page doesn't have enough room for content that must stay together.
 */
export interface Sheet {
  doc: PDFKit.PDFDocument;
  text(words: string, style?: TextStyle): void;
  /** Returns the width of this text on one line, in points. */
  widthOf(words: string, style?: TextStyle): number;
  /**
   * Writes two strings on one line, one on the left and one on the right. The next content starts below the taller one.
   */
  pair(left: string, right: string, style?: { left?: TextStyle; right?: TextStyle; after?: number }): void;
  rule(options?: { color?: string; width?: number; after?: number }): void;
  space(points: number): void;
  /** Starts a new page unless this many points are left on the current one. */
  need(points: number): void;
  finish(): Promise<Buffer>;
}

type Doc = PDFKit.PDFDocument;

/** One line to draw: its pieces from left to right, its width, and its heights above and below the baseline, in points. */
interface Line {
  pieces: Piece[];
  width: number;
  above: number;
  below: number;
  rightToLeft: boolean;
}

const LINE_END = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

const layOut = (doc: Doc, words: string, style: TextStyle): Line[] => {
  const { size = 10.5, weight = 400, width = WIDTH - (style.x ?? 0) } = style;
  const measure = (pieces: readonly Piece[]): number =>
    pieces.reduce((sum, { text, face }) => sum + widthIn(doc, text, { face, weight, size }), 0);
  return words.split(LINE_END).flatMap((paragraph) => {
    const clusters = clustersOf(paragraph);
    const { levels, rightToLeft } = levelsOf(clusters);
    const widthOf = (some: readonly Cluster[]) => measure(piecesOf(some, undefined, { start: 0, end: some.length }));
    return breakLines(clusters, width, widthOf).map((span) => {
      const pieces = piecesOf(clusters, levels, span);
      return { pieces, width: measure(pieces), rightToLeft, ...heightsOf(pieces, weight, size) };
    });
  });
};

const TEXT_FACE: Face = { family: 'archivo', subset: 'latin' };

/** A line is as high as the typeface's own lines, or higher if another script's letters need it. */
const heightsOf = (pieces: readonly Piece[], weight: Weight, size: number): Pick<Line, 'above' | 'below'> => {
  const faces = [TEXT_FACE, ...new Set(pieces.map(({ face }) => face))].map((face) => metricsOf(face, weight));
  return {
    above: Math.max(...faces.map(({ ascent }) => ascent)) * size,
    below: Math.max(...faces.map(({ descent, gap }) => descent + gap)) * size,
  };
};

interface Letters {
  face: Face;
  weight: Weight;
  size: number;
}

const widths = new WeakMap<Doc, Map<string, Map<string, number>>>();
/** Longer texts rarely recur. */
const REMEMBERED = 24;

/** Returns a text's width in points. Most of a document's words recur, and every character of a long word does. */
const widthIn = (doc: Doc, text: string, { face, weight, size }: Letters): number => {
  const name = faceIn(doc, face, weight);
  let documents = widths.get(doc);
  if (!documents) widths.set(doc, (documents = new Map<string, Map<string, number>>()));
  let known = documents.get(name);
  if (!known) documents.set(name, (known = new Map<string, number>()));
  const kept = known.get(text);
  if (kept !== undefined) return kept * size;
  const width = doc.font(name).fontSize(1).widthOfString(text);
  if (text.length <= REMEMBERED) known.set(text, width);
  return width * size;
};

/** Draws a line with its top at `y`. */
const drawLine = (doc: Doc, line: Line, style: TextStyle, y: number): void => {
  const { size = 10.5, weight = 400, color = COLOR.ink, align, x = 0, width = WIDTH - x } = style;
  const right = align === 'right' || (align === undefined && line.rightToLeft);
  let at = MARGIN + x + (right ? width - line.width : 0);
  for (const { text, face } of line.pieces) {
    doc
      .font(faceIn(doc, face, weight))
      .fontSize(size)
      .fillColor(color);
    doc.text(text, at, y + line.above, { lineBreak: false, baseline: 'alphabetic' });
    at += widthIn(doc, text, { face, weight, size });
  }
};

const heightOf = ({ above, below }: Line, { lineGap = 2 }: TextStyle): number => above + below + lineGap;

/** Writes text from `y` on, over as many pages as it needs, and leaves `doc.y` below it. */
const write = (doc: Doc, words: string, style: TextStyle, y: number): void => {
  doc.y = y;
  for (const line of layOut(doc, words, style)) {
    const top = roomFor(doc, doc.y, heightOf(line, style));
    drawLine(doc, line, style, top);
    doc.y = top + heightOf(line, style);
  }
};

/** Returns where something this high can be drawn: at `y`, or at the top of a new page. */
const roomFor = (doc: Doc, y: number, height: number): number => {
  if (y + height <= doc.page.height - doc.page.margins.bottom || y <= MARGIN) return y;
  doc.addPage();
  return doc.y;
};

const registered = new WeakMap<Doc, Set<string>>();

/** Returns the font's name in the document. A font file is embedded only if the document uses one of its characters. */
const faceIn = (doc: Doc, face: Face, weight: Weight): string => {
  const name = faceName(face, weight);
  const known = registered.get(doc) ?? new Set<string>();
  if (!known.has(name)) {
    doc.registerFont(name, fontFile(face, weight));
    keepLettersOfGlyphs(doc.font(name));
    registered.set(doc, known.add(name));
  }
  return name;
};

const englishPage: NonNullable<SheetOptions['page']> = ({ page, count }) => `Page ${page} of ${count}`;

const numberPages = (doc: Doc, { foot, page: words = englishPage }: Pick<SheetOptions, 'foot' | 'page'>): void => {
  const { start, count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(start + page);
    // The footer is below the margin. With a normal margin, its text would start another page.
    doc.page.margins.bottom = 0;
    const y = doc.page.height - FOOT;
    const style = { size: 8.5, color: COLOR.ink2 };
    const [first, ...others] = layOut(doc, foot, { ...style, width: WIDTH - 100 });
    if (first) drawLine(doc, first, { ...style, align: 'left' }, y);
    if (first && others.length > 0) write(doc, '…', { ...style, x: first.width }, y);
    write(doc, words({ page: page + 1, count }), { ...style, x: WIDTH - 80, width: 80, align: 'right' }, y);
  }
};

/**
 * Opens a new sheet. pdfkit is loaded when the first sheet is opened, which saves 8 MB in workers that don't render
 * PDFs.
 */
export const openSheet = async (options: SheetOptions): Promise<Sheet> => {
  const { title, author, compress = true, lang = 'en-US' } = options;
  const { default: PDFDocument } = await import('pdfkit');
  const doc = new PDFDocument({
    size: 'LETTER',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN },
    bufferPages: true,
    // Without this, pdfkit loads Helvetica unnecessarily.
    font: '',
    compress,
    lang,
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
    widthOf: (words, style = {}) =>
      Math.max(...layOut(doc, words, { ...style, width: Infinity }).map(({ width }) => width)),
    pair(left, right, style = {}) {
      const columns = [
        { words: right, style: { align: 'right', x: WIDTH - 150, width: 150, ...style.right } },
        { words: left, style: { align: 'left', width: WIDTH - 160, ...style.left } },
      ] as const;
      const laid = columns.map((column) => ({ ...column, lines: layOut(doc, column.words, column.style) }));
      const heights = laid.map(({ lines, style: own }) => lines.reduce((sum, line) => sum + heightOf(line, own), 0));
      const whole = Math.max(30, ...heights);
      sheet.need(Math.min(whole, HEIGHT));
      // Both columns go down together, so that one that's longer than the page takes the other along.
      for (let row = 0; laid.some(({ lines }) => row < lines.length); row++) {
        const cells = laid.flatMap(({ lines, style: own }) => {
          const line = lines[row];
          return line ? [{ line, own, height: heightOf(line, own) }] : [];
        });
        const height = Math.max(...cells.map((cell) => cell.height));
        const baseline = Math.max(...cells.map(({ line }) => line.above));
        const top = roomFor(doc, doc.y, height);
        for (const { line, own } of cells) drawLine(doc, line, own, top + baseline - line.above);
        doc.y = top + height;
      }
      doc.y += style.after ?? 0;
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
      numberPages(doc, options);
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
