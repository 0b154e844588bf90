/** The parts of pdfkit's embedded font that we use. Its types don't describe them. */
interface EmbeddedFont {
  font: { getGlyph(id: number, codePoints?: number[]): Glyph };
  layout(text: string, features?: unknown): { glyphs: Glyph[]; positions: unknown[] };
  encode(text: string, features?: unknown): [codes: string[], positions: unknown[]];
  subset: { glyphs: number[]; mapping: Record<number, number> };
  widths: number[];
  unicode: number[][];
  scale: number;
}

interface Glyph {
  id: number;
  advanceWidth: number;
  codePoints: number[];
}

/**
 * Lets each printed glyph be copied and searched as the letters that it stands for. In Arabic and in the scripts of
 * India, one glyph serves several letters, for example one shape with different dots. fontkit and pdfkit remember only
 * the first letter of each glyph. Here, a glyph gets one code in the document for each of its meanings.
 */
export const keepLettersOfGlyphs = (doc: PDFKit.PDFDocument): void => {
  const { _font: font } = doc as unknown as { _font: EmbeddedFont };
  const { font: file } = font;
  const getGlyph = file.getGlyph.bind(file);
  file.getGlyph = (id, codePoints) => {
    const glyph = getGlyph(id, codePoints);
    if (codePoints === undefined || isSame(glyph.codePoints, codePoints)) return glyph;
    return Object.assign(Object.create(glyph) as Glyph, { codePoints });
  };
  const codes = new Map<string, number>();
  const codesOfGlyphs = new Map<Glyph, string>();
  const newCode = ({ id, advanceWidth, codePoints }: Glyph): number => {
    const code = font.subset.glyphs.push(id) - 1;
    font.subset.mapping[id] ??= code;
    font.widths[code] = advanceWidth * font.scale;
    font.unicode[code] = codePoints;
    return code;
  };
  const codeOf = (glyph: Glyph): string => {
    const key = `${glyph.id} ${glyph.codePoints.join(' ')}`;
    const code = codes.get(key) ?? newCode(glyph);
    codes.set(key, code);
    const digits = code.toString(16).padStart(4, '0');
    codesOfGlyphs.set(glyph, digits);
    return digits;
  };
  font.encode = (text, features) => {
    const { glyphs, positions } = font.layout(text, features);
    return [glyphs.map((glyph) => codesOfGlyphs.get(glyph) ?? codeOf(glyph)), positions];
  };
};

const isSame = (some: readonly number[], others: readonly number[]): boolean =>
  some === others || (some.length === others.length && some.every((point, index) => point === others[index]));
