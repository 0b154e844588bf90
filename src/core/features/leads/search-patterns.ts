const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** One or two letters contain no trigram: they match at the start of a word. */
const patternsOf = (word: string): string[] =>
  word.length < 3 ? [`${escaped(word)}%`, `% ${escaped(word)}%`] : [`%${escaped(word)}%`];

/**
 * LIKE patterns for leads.search_text (lower case: name, email, phone in E.164, address): every word must match,
 * anywhere; a word's patterns are alternatives. Phone numbers can be typed in any notation. Empty for a text without
 * words.
 */
export function searchPatterns(search: string): string[][] {
  const text = search.replaceAll('\u0000', '').trim().toLowerCase();
  if (text === '') return [];
  const digits = text.replace(/\D/g, '');
  if (/^[\d\s().+-]+$/.test(text) && digits.length >= 3) return [[`%${digits}%`, `%${escaped(text)}%`]];
  return text.split(/\s+/).slice(0, 10).map(patternsOf);
}
