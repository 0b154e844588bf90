const APOSTROPHES = /['’‘ʼʻ`´′＇]/g;
const MARKS = /[\u0300-\u036f]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;
/** Letters and dashes that Unicode doesn't decompose. */
const PLAIN = new Map(
  Object.entries({
    ł: 'l',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    ħ: 'h',
    ŧ: 't',
    ı: 'i',
    ς: 'σ',
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    þ: 'th',
  }),
);

/**
 * Makes text comparable in a search: without accents, apostrophes, case and the form in which accents are stored.
 * Postgres does the same in `search_fold`, which a test compares with this function.
 */
export const searchFold = (text: string): string =>
  text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(/'/g, '')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(/[łøđðħŧıςßæœþ]/g, (letter) => PLAIN.get(letter) ?? letter)
    .replace(/[\u2010-\u2015\u2212]/g, '-');
