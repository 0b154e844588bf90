import type * as TextRules from '#shared/features/messages/sms-text.rules.ts';

/**
 * Whether a name must be judged by the text rules, which are large. Printable ASCII except '`' is part of GSM-7, so most
 * names needn't be.
 */
export const needsJudging = (name: string): boolean => /[^\x20-\x5F\x61-\x7E]/.test(name);

const MOST_NAMED = 3;
const list = new Intl.ListFormat('en', { type: 'conjunction' });

/**
 * Returns why a company's name makes its texts cost more, or null if it doesn't. Every text names the company, so one
 * character outside GSM-7 leaves each text 70 characters instead of 160 (T12). Curly quotes and dashes cost nothing,
 * because texts are sent with plain ones. Names up to three such characters.
 */
export const nameCostWords = (
  name: string,
  { measureText, plainCharacters }: Pick<typeof TextRules, 'measureText' | 'plainCharacters'>,
): string | null => {
  const { culprits } = measureText(plainCharacters(name));
  if (culprits.length === 0) return null;
  const named = list.format(culprits.slice(0, MOST_NAMED).map((character) => `“${character}”`));
  return culprits.length === 1
    ? `The ${named} in this name makes each text cost more, because a text with it fits fewer characters.`
    : `The ${named} in this name make each text cost more, because a text with them fits fewer characters.`;
};
