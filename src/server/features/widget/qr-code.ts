import { encode } from 'uqr';
import { COLOR, MARGIN, openSheet, WIDTH, type TextStyle } from '#core/features/estimates/pdf/sheet.ts';
import { type Language, LOCALE } from '#shared/primitives/language.ts';
import { hostedWords } from './words/index.ts';

const BORDER = 2;

/**
 * Encodes text as a QR code. `path` draws the dark squares as an SVG path. `rows` says for each square whether it's
 * dark. `size` is the side length in squares. With error correction level Q, the code can be read even if a quarter of
 * it is damaged.
 */
function squares(text: string): { path: string; size: number; rows: boolean[][] } {
  const { data, size } = encode(text, { ecc: 'Q', border: BORDER });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return { path, size, rows: data };
}

/** Returns a QR code as scalable SVG, in black on white. */
export function qrSvg(text: string): string {
  const { path, size } = squares(text);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="1024" height="1024" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>\n`;
}

export interface QrSheet {
  companyName: string;
  language: Language;
  /** The company's phone, formatted for print. Null if the company doesn't have one. */
  phone: string | null;
  url: string;
  /** Whether to compress the PDF. Tests use false to read its text. Default: true. */
  compress?: boolean;
}

const SIDE = 396;

/**
 * Returns a letter-size PDF for a yard sign or a truck door: the QR code as vectors, and the company's name, phone and
 * URL.
 */
export async function qrPdf({ companyName, language, phone, url, compress = true }: QrSheet): Promise<Buffer> {
  const words = hostedWords(language);
  const sheet = await openSheet({
    title: words.title({ company: companyName }),
    author: companyName,
    foot: url,
    compress,
    lang: LOCALE[language],
    page: words.page,
  });
  const { doc } = sheet;
  const centered = (words: string, style: TextStyle) => {
    let size = style.size ?? 10.5;
    while (size > 8 && sheet.widthOf(words, { ...style, size }) > WIDTH) size -= 1;
    const width = Math.min(WIDTH, sheet.widthOf(words, { ...style, size }) + 1);
    sheet.text(words, { ...style, size, x: (WIDTH - width) / 2, width });
  };
  sheet.space(12);
  centered(companyName, { size: 34, weight: 700, after: 4 });
  centered(words.scan, { size: 22, after: 18, color: COLOR.ink2 });
  const { rows, size } = squares(url);
  const unit = SIDE / size;
  const left = MARGIN + (WIDTH - SIDE) / 2;
  const top = doc.y;
  for (const [y, row] of rows.entries())
    for (const [x, dark] of row.entries()) if (dark) doc.rect(left + x * unit, top + y * unit, unit, unit);
  doc.fill('#000000');
  doc.y = top + SIDE + 18;
  if (phone !== null) centered(phone, { size: 26, weight: 700, after: 6 });
  centered(url.replace(/^https?:\/\//, ''), { size: 14, color: COLOR.ink2 });
  return sheet.finish();
}
