/** Maps glyph ids to text, from the font's ToUnicode table. */
type Letters = Map<number, string>;

const OBJECT = /(\d+) 0 obj\n([\s\S]*?)\nendobj/g;
const STREAM = /stream\n([\s\S]*?)\nendstream/;

const unicode = (hex: string): string =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

const readLetters = (table: string): Letters => {
  const letters: Letters = new Map();
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi))
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      letters.set(Number.parseInt(first, 16) + index, unicode(hex.replaceAll(' ', '')));
  return letters;
};

/**
 * Returns the text of a PDF that was made with `compress: false`, one line for each drawn piece. A reader can select
 * and copy this text. Throws if a glyph has no text.
 */
export const pdfText = (pdf: Buffer): string => {
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(OBJECT)) objects.set(id, body);
  const fonts = new Map<string, Letters>();
  for (const body of objects.values())
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
      fonts.set(name, readLetters(objects.get(table ?? '') ?? ''));
    }
  const lines: string[] = [];
  for (const body of objects.values()) {
    let letters: Letters | undefined;
    const content = STREAM.exec(body)?.[1] ?? '';
    for (const [, font, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/gi)) {
      if (font !== undefined) letters = fonts.get(font);
      else if (shown !== undefined) lines.push(textOf(shown, letters));
    }
  }
  return lines.join('\n');
};

const textOf = (shown: string, letters: Letters | undefined): string =>
  [...shown.matchAll(/<([0-9a-f]*)>/gi)]
    .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    .map((glyph) => {
      const letter = letters?.get(Number.parseInt(glyph, 16));
      if (letter === undefined) throw new Error(`glyph ${glyph} has no text`);
      return letter;
    })
    .join('');
