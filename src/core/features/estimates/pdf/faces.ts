import { readFileSync } from 'node:fs';
import { codePointsOf, type Face, packageFile } from './font-files.ts';

/** The estimate page's typeface. Everything that it contains is printed with it. */
const ARCHIVO: readonly Face[] = ['latin', 'latin-ext', 'vietnamese'].map((subset) => ({ family: 'archivo', subset }));

/** The Noto families for everything else, in the order of preference. Chinese, Japanese and Korean come last. */
const NOTO = [
  'noto-sans',
  'noto-sans-hebrew',
  'noto-sans-arabic',
  'noto-sans-armenian',
  'noto-sans-georgian',
  'noto-sans-thai',
  'noto-sans-lao',
  'noto-sans-khmer',
  'noto-sans-myanmar',
  'noto-sans-bengali',
  'noto-sans-gurmukhi',
  'noto-sans-gujarati',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-kannada',
  'noto-sans-malayalam',
  'noto-sans-sinhala',
  'noto-sans-ethiopic',
  'noto-sans-thaana',
  'noto-sans-cherokee',
  'noto-sans-symbols',
  'noto-sans-symbols-2',
  'noto-sans-math',
] as const;
const CHINESE = 'noto-sans-sc';
const JAPANESE = 'noto-sans-jp';
const KOREAN = 'noto-sans-kr';
const EMOJI = 'noto-emoji';

/** How a text's Chinese characters are drawn: each language has its own shapes of them. */
export type HanStyle = typeof CHINESE | typeof JAPANESE | typeof KOREAN;

/** Returns the style of a text's Chinese characters, from the text's own syllables. */
export const hanStyleOf = (text: string): HanStyle => {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return JAPANESE;
  return /\p{Script=Hangul}/u.test(text) ? KOREAN : CHINESE;
};

const familiesIn = (style: HanStyle): string[] => [
  ...NOTO,
  style,
  ...[CHINESE, JAPANESE, KOREAN].filter((family) => family !== style),
  EMOJI,
];

interface Slice {
  face: Face;
  /** Pairs of the first and last code point of each range that the file was made for. */
  ranges: readonly (readonly [number, number])[];
}

const slices = new Map<string, readonly Slice[]>();

/** Reads which file of a family was made for which characters. Large families have over a hundred files. */
const slicesOf = (family: string): readonly Slice[] => {
  let known = slices.get(family);
  if (!known) {
    const listed = JSON.parse(readFileSync(packageFile(family, 'unicode.json'), 'utf8')) as Record<string, string>;
    known = Object.entries(listed).map(([subset, list]) => ({
      face: { family, subset: subset.replaceAll(/[[\]]/g, '') },
      ranges: list.split(',').map((range) => {
        const [first = '', last = first] = range.replace('U+', '').split('-');
        return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
      }),
    }));
    slices.set(family, known);
  }
  return known;
};

/** The faces of each character so far, by the style of Chinese characters. Characters are few, texts are many. */
const found = new Map<HanStyle, Map<number, readonly Face[]>>();

/** Returns all faces that contain a character, the preferred one first. Opens only files that were made for it. */
export const facesOf = (point: number, style: HanStyle): readonly Face[] => {
  let known = found.get(style);
  if (!known) found.set(style, (known = new Map<number, readonly Face[]>()));
  let faces = known.get(point);
  if (!faces) known.set(point, (faces = findFaces(point, style)));
  return faces;
};

const findFaces = (point: number, style: HanStyle): readonly Face[] => {
  const own = ARCHIVO.filter((face) => codePointsOf(face).has(point));
  if (own.length > 0 && !isMark(point)) return own;
  const foreign = familiesIn(style).flatMap((family) =>
    slicesOf(family)
      .filter(({ ranges }) => ranges.some(([first, last]) => point >= first && point <= last))
      .map(({ face }) => face)
      .filter((face) => codePointsOf(face).has(point)),
  );
  return [...own, ...foreign];
};

const isMark = (point: number): boolean => /\p{M}/u.test(String.fromCodePoint(point));
