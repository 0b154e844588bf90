import { readNumberWords } from './number-words.ts';

/**
 * Normalizes a message for pattern matching. The result is lowercase, has straight quotes, and contains no accents or
 * invisible characters. Number words become digits ('two hundred ten' → '210', in English and Spanish).
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
 * Replaces characters that can't be typed on a keyboard: removes invisible characters, and normalizes spaces, hyphens
 * and digits. A phone number copied on a phone, such as '(208) 555-0142', can contain all of these.
 */
export const typedText = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\p{Pd}−]/gu, '-')
    .replaceAll(/\p{Zs}/gu, ' ');

/** Converts fractions and multiples: '37 and a half' → '37.5', '1.2k' → '1200'. */
const withFractions = (text: string): string =>
  text
    .replaceAll(/\b(\d+) (?:and (?:a |1 )?(?:half|1\/2)|y medi[oa]|1\/2)/g, '$1.5')
    .replaceAll(/\b(\d+(?:\.\d+)?) ?k\b(?! ?(?:dollars|bucks))/g, (_whole, value: string) =>
      String(Math.round(Number(value) * 1_000)),
    );
