import { inflateSync } from 'node:zlib';

const OBJECT = /(\d+) 0 obj\n([\s\S]*?)endobj/g;

interface PdfObject {
  dictionary: string;
  stream: string;
}

const unicode = (hex: string): string =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

function readObjects(pdf: Buffer): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(OBJECT)) {
    const [dictionary = '', rest] = body.split(/stream\n/, 2);
    const packed = rest === undefined ? null : Buffer.from(rest.replace(/\n?endstream\n?$/, ''), 'latin1');
    const isText = packed !== null && dictionary.includes('/FlateDecode') && !dictionary.includes('/Image');
    objects.set(id, { dictionary, stream: isText ? inflateSync(packed).toString('latin1') : '' });
  }
  return objects;
}

/** Maps glyph ids, as 2 or 4 hex digits, to text. */
function readLetters(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, block = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)>/g)) letters.set(glyph, unicode(text));
  for (const [, block = ''] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const first = Number.parseInt(from, 16);
      for (let glyph = first; glyph <= Number.parseInt(to, 16); glyph += 1)
        letters.set(
          glyph.toString(16).toUpperCase().padStart(from.length, '0'),
          String.fromCharCode(Number.parseInt(text, 16) + glyph - first),
        );
    }
  return letters;
}

/** Returns the text of a PDF that Chromium printed, without spaces. A reader can select and copy this text. */
export function printedText(pdf: Buffer): string {
  const objects = readObjects(pdf);
  const fonts = new Map<string, Map<string, string>>();
  for (const { dictionary } of objects.values())
    for (const [, name = '', id = ''] of dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.dictionary ?? '')?.[1];
      if (table !== undefined) fonts.set(name, readLetters(objects.get(table)?.stream ?? ''));
    }
  let text = '';
  for (const { stream } of objects.values()) {
    let letters: Map<string, string> | undefined;
    for (const [, font, shown] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9A-F]+)> Tj/g)) {
      if (font !== undefined) letters = fonts.get(font);
      const digits = letters?.keys().next().value?.length ?? 4;
      for (let at = 0; shown !== undefined && at < shown.length; at += digits)
        text += letters?.get(shown.slice(at, at + digits)) ?? '';
    }
  }
  return text.replaceAll(/\s/g, '');
}
