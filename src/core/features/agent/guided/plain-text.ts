import { readNumberWords } from './number-words.ts';

/**
 * Normalizes a message for the patterns that read it: lower case, no accents or invisible characters, straight quotes,
 * and digits for number words ('two hundred ten' → '210', in English and Spanish).
 */
export const plainText = (text: string): string =>
  withFractions(
    readNumberWords(
      text
        .normalize('NFD')
        .replaceAll(/\p{Diacritic}|\p{Cf}/gu, '')
        .normalize('NFKC')
        .toLowerCase()
        .replaceAll(/[‘’′`´]/g, "'")
        .replaceAll(/[“”″]/g, '"')
        .replaceAll(/[–—−]/g, '-')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    ),
  );

/**
 * Replaces characters that a keyboard doesn't type: removes invisible ones, and makes spaces, hyphens and digits plain.
 * A number copied on a phone, such as '(208) 555-0142', can contain all of these.
 */
export const typedText = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}−]/gu, '-')
    .replaceAll(/\p{Zs}/gu, ' ');

/** '37 and a half' → '37.5', '1.2k' → '1200'. */
const withFractions = (text: string): string =>
  text
    .replaceAll(/\b(\d+) (?:and (?:a |1 )?(?:half|1\/2)|y medi[oa]|1\/2)/g, '$1.5')
    .replaceAll(/\b(\d+(?:\.\d+)?) ?k\b(?! ?(?:dollars|bucks))/g, (_whole, value: string) =>
      String(Math.round(Number(value) * 1_000)),
    );
