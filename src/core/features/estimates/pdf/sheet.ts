import { faceName, fontFile, runsOf, type Weight } from './fonts.ts';

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
const FOOT = 36;

export interface TextStyle {
  size?: number;
  weight?: Weight;
  color?: string;
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

/** Returns the font's name in the document. A font file is embedded only if the document uses one of its characters. */
const faceIn = (doc: Doc, subset: Parameters<typeof faceName>[0], weight: Weight): string => {
  const name = faceName(subset, weight);
  const known = registered.get(doc) ?? new Set<string>();
  if (!known.has(name)) {
    doc.registerFont(name, fontFile(subset, weight));
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
    write(doc, foot, { ...style, width: WIDTH - 80 }, y);
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
