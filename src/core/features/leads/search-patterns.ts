import { searchFold } from '#shared/primitives/search-fold.ts';

const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * Returns a word's patterns. A word of one or two letters doesn't contain a trigram, so it matches only at the start of
 * a word.
 */
const patternsOf = (word: string): string[] =>
  word.length < 3 ? [`${escaped(word)}%`, `% ${escaped(word)}%`] : [`%${escaped(word)}%`];

/**
 * Returns LIKE patterns for `leads.search_text`, which contains the name, email, phone in E.164, street address,
 * estimate numbers, contacts in the notes and the same of merged leads, as `searchFold` returns them. For every word, at least one of its patterns must match anywhere in the column. Phone numbers can be
 * typed in any format. Returns an empty list if the search doesn't contain any words.
 */
export function searchPatterns(search: string): string[][] {
  const text = searchFold(search.replaceAll('\u0000', '')).trim();
  if (text === '') return [];
  const digits = text.replace(/\D/g, '');
  if (/^[\d\s().+-]+$/.test(text) && digits.length >= 3) return [[`%${digits}%`, `%${escaped(text)}%`]];
  return text.split(/\s+/).slice(0, 10).map(patternsOf);
}
