import { facesOf, type HanStyle, hanStyleOf } from './faces.ts';
import { codePointsOf, type Face } from './font-files.ts';

/** What a reader sees as one character, as it's printed, and the font file that contains all of it. */
export interface Cluster {
  text: string;
  face: Face;
}

/** Replacements for characters that are printed more simply than Unicode has them. */
const STAND_INS: Readonly<Record<string, string>> = {
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\t': ' ',
  '‣': '•',
  '‟': '“',
  '‽': '?!',
};
/** Matches raised digits. '10⁵' must not be printed as '105'. */
const RAISED = /^[\u2070\u2074-\u2079]$/;
/** Matches places where a fraction would run into the whole number before it, if it's printed as '1⁄3'. */
const MIXED_NUMBER = /(?<=\d)(?=[\u2150-\u215E\u2189])/g;
/** Matches invisible characters: control characters, joiners, direction marks and variation selectors. */
const UNSEEN = /^[\p{Cc}\p{Cf}\uFE00-\uFE0F\u{E0100}-\u{E01EF}\u034F\u115F\u1160\u3164\uFFA0]$/u;
/** Matches the joiners, which change the letters beside them in some scripts. */
const JOINER = /[\u200C\u200D]/;
/** Matches characters that can be combined with the one before. */
const COMBINES = /[\p{M}\p{Cf}\p{Emoji_Modifier}\p{Regional_Indicator}\u1100-\u11FF]/u;
const UNKNOWN = '?';
const FLAG_A = 0x1_f1_e6;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Splits text into what a reader sees as characters. Segmenting is slow, and plain text needs none. */
const splitIn = (text: string): string[] =>
  COMBINES.test(text) ? Array.from(graphemes.segment(text), ({ segment }) => segment) : Array.from(text);

/**
 * Returns one paragraph's characters with their font files. A character that's in no file is replaced with its simpler
 * form in Unicode, for example 'ﬃ' with 'ffi'. Invisible characters are left out, unless the letters beside them need
 * them. Everything else becomes a question mark, because a contract must not contain empty boxes or leave anything out
 * silently.
 */
export const clustersOf = (paragraph: string): Cluster[] => {
  const text = paragraph.normalize('NFC').replaceAll(MIXED_NUMBER, ' ');
  const style = hanStyleOf(text);
  return splitIn(text).flatMap((grapheme) => wholly(grapheme, style) ?? singly(grapheme, style));
};

/** Returns the cluster if one file contains all of its visible characters. */
const wholly = (grapheme: string, style: HanStyle): Cluster | undefined => {
  if (grapheme.length === 1) return drawn(grapheme, style);
  const characters = Array.from(grapheme);
  const seen = characters.filter((character) => !UNSEEN.test(character));
  const [first, ...others] = seen.map(pointOf);
  if (first === undefined) return undefined;
  const face = facesOf(first, style).find((each) => others.every((point) => codePointsOf(each).has(point)));
  if (!face) return undefined;
  const kept = characters.filter(
    (character) => !UNSEEN.test(character) || (JOINER.test(character) && codePointsOf(face).has(pointOf(character))),
  );
  return { text: kept.join(''), face };
};

const singly = (grapheme: string, style: HanStyle): Cluster[] =>
  Array.from(grapheme).flatMap((character) => {
    if (UNSEEN.test(character) && character !== '\t') return [];
    return drawn(character, style) ?? plainly(character, style);
  });

const known = new Map<HanStyle, Map<string, Cluster | undefined>>();

const drawn = (character: string, style: HanStyle): Cluster | undefined => {
  let clusters = known.get(style);
  if (!clusters) known.set(style, (clusters = new Map<string, Cluster | undefined>()));
  if (clusters.has(character)) return clusters.get(character);
  const [face] = UNSEEN.test(character) || character in STAND_INS ? [] : facesOf(pointOf(character), style);
  const cluster = face && { text: character, face };
  clusters.set(character, cluster);
  return cluster;
};

const plainly = (character: string, style: HanStyle): Cluster[] => {
  const simple = STAND_INS[character] ?? flagLetter(character) ?? simpler(character);
  const clusters = Array.from(simple, (each) => drawn(each, style));
  return clusters.every((cluster) => cluster !== undefined) ? clusters : unknown(style);
};

const unknown = (style: HanStyle): Cluster[] => [drawn(UNKNOWN, style)].filter((cluster) => cluster !== undefined);

const simpler = (character: string): string => (RAISED.test(character) ? '^' : '') + character.normalize('NFKC');

/** Returns the letter of a flag's half: flags are pairs of letters, which few fonts draw as pictures. */
const flagLetter = (character: string): string | undefined =>
  /\p{Regional_Indicator}/u.test(character) ? String.fromCodePoint(65 + pointOf(character) - FLAG_A) : undefined;

const pointOf = (character: string): number => character.codePointAt(0) ?? 0;
