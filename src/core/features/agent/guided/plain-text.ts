import { readNumberWords } from './number-words.ts';

/**
 * Returns a message in the form that the readers compare: lower case, without accents and invisible characters, with
 * straight quotes, and with numbers in figures ('two hundred ten' → '210', in English and Spanish).
 */
export const plainText = (text: string): string =>
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
  );
