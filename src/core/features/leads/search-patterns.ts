const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** One or two letters hold no trigram for the index: they are found where a word begins with them. */
const patternsOf = (word: string): string[] =>
  word.length < 3 ? [`${escaped(word)}%`, `% ${escaped(word)}%`] : [`%${escaped(word)}%`];

/**
 * LIKE patterns for leads.search_text (lower case: name, mail, phone in E.164, address): each word must be
 * found, anywhere; a word's patterns are alternatives. A phone number may be typed as people write it. Nothing for
 * a text without words.
 */
export function searchPatterns(search: string): string[][] {
  const text = search.replaceAll('\u0000', '').trim().toLowerCase();
  if (text === '') return [];
  const digits = text.replace(/\D/g, '');
  if (/^[\d\s().+-]+$/.test(text) && digits.length >= 3) return [[`%${digits}%`, `%${escaped(text)}%`]];
  return text.split(/\s+/).slice(0, 10).map(patternsOf);
}
