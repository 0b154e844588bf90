const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * Returns a word's patterns. A word of one or two letters doesn't contain a trigram, so it matches only at the start of
 * a word.
 */
const patternsOf = (word: string): string[] =>
  word.length < 3 ? [`${escaped(word)}%`, `% ${escaped(word)}%`] : [`%${escaped(word)}%`];

/**
 * Returns LIKE patterns for `leads.search_text`, which contains the name, email, phone in E.164 and street address, all
 * in lowercase. For every word, at least one of its patterns must match anywhere in the column. Phone numbers can be
 * typed in any format. Returns an empty list if the search doesn't contain any words.
 */
export function searchPatterns(search: string): string[][] {
  const text = search.replaceAll('\u0000', '').trim().toLowerCase();
  if (text === '') return [];
  const digits = text.replace(/\D/g, '');
  if (/^[\d\s().+-]+$/.test(text) && digits.length >= 3) return [[`%${digits}%`, `%${escaped(text)}%`]];
  return text.split(/\s+/).slice(0, 10).map(patternsOf);
}
