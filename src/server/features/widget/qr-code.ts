import { encode } from 'uqr';
import { drawPdf } from '#core/features/estimates/pdf/pdf-drawer.ts';
import { type Language, LOCALE } from '#shared/primitives/language.ts';
import { hostedWords } from './words.ts';

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

interface QrPrint {
  companyName: string;
  language: Language;
  /** The company's phone, formatted for print. Null if the company doesn't have one. */
  phone: string | null;
  url: string;
  /** Whether to compress the PDF. Tests use false to read its text. Default: true. */
  compress?: boolean;
}

/** Returns the QR code's sheet as a PDF (`qrSheet`). Throws PROVIDER_UNAVAILABLE (`drawPdf`). */
export function qrPdf({ companyName, language, phone, url, compress = true }: QrPrint): Promise<Buffer> {
  const words = hostedWords(language);
  const { rows } = squares(url);
  return drawPdf(url, {
    kind: 'qr',
    title: words.title({ company: companyName }),
    scan: words.scan,
    page: words.page({ page: 1, count: 1 }),
    lang: LOCALE[language],
    companyName,
    phone,
    url,
    rows,
    compress,
  });
}
