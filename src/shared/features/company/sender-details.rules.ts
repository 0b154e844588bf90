/** The sender details that an estimate requires. Fits any object with these fields. */
export interface SenderDetails {
  name: string | null;
  email: string | null;
  phone: string | null;
  postalAddress: string | null;
}

const WORDS: readonly (readonly [keyof SenderDetails, string])[] = [
  ['name', 'name'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['postalAddress', 'postal address'],
];

/** Returns the missing details that an estimate can't be sent without (decisions.md; C22 for the postal address). */
export const missingDetails = (company: SenderDetails): string[] =>
  WORDS.filter(([field]) => !company[field]?.trim()).map(([, word]) => word);

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Joins words into a list such as 'phone and postal address'. */
export const listOf = (words: readonly string[]): string => list.format(words);
