import { readNumberWords } from './number-words.ts';

/**
 * Returns a message in the form that the readers compare: lower case, without accents and invisible characters, with
 * straight quotes, and with numbers in figures ('two hundred ten' → '210', in English and Spanish).
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
 * Returns a message as it would be typed on a keyboard: without invisible characters, with plain spaces and hyphens, and
 * figures of one width. Phones copy '(208) 555-0142' with all of these.
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
