/** The sender details required to send an estimate. Any object with these fields is accepted. */
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

/**
 * Returns the missing details that the contractor must enter before sending an estimate (C22 for the postal address).
 */
export const missingDetails = (company: SenderDetails): string[] =>
  WORDS.filter(([field]) => !company[field]?.trim()).map(([, word]) => word);

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Joins words into a list such as 'phone and postal address'. */
export const listOf = (words: readonly string[]): string => list.format(words);
