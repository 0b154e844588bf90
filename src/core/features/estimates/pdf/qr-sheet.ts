import { COLOR, MARGIN, openSheet, type TextStyle, WIDTH } from './sheet.ts';

/** Everything on a company's printed QR sheet. The words are in the sheet's language. */
export interface QrSheet {
  title: string;
  companyName: string;
  /** The words below the company's name, which say what the code is for. */
  scan: string;
  /** The company's phone, formatted for print. Null if the company doesn't have one. */
  phone: string | null;
  url: string;
  /** The sheet's page number in words. */
  page: string;
  /** As in HTML's `lang` attribute. */
  lang: string;
  /** The code's squares: whether each one is dark. */
  rows: readonly (readonly boolean[])[];
  /** Whether to compress the PDF. Tests use false to read its text. */
  compress: boolean;
}

const SIDE = 396;

/** Draws a letter-size sheet for a yard sign or a truck door: the QR code as vectors, and the company's name, phone and URL. */
export async function qrSheet({
  title,
  companyName,
  scan,
  phone,
  url,
  page,
  lang,
  rows,
  compress,
}: QrSheet): Promise<Buffer> {
  const sheet = await openSheet({ title, author: companyName, foot: url, compress, lang, page: () => page });
  const { doc } = sheet;
  const centered = (words: string, style: TextStyle) => {
    let size = style.size ?? 10.5;
    while (size > 8 && sheet.widthOf(words, { ...style, size }) > WIDTH) size -= 1;
    const width = Math.min(WIDTH, sheet.widthOf(words, { ...style, size }) + 1);
    sheet.text(words, { ...style, size, x: (WIDTH - width) / 2, width });
  };
  sheet.space(12);
  centered(companyName, { size: 34, weight: 700, after: 4 });
  centered(scan, { size: 22, after: 18, color: COLOR.ink2 });
  const unit = SIDE / rows.length;
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
