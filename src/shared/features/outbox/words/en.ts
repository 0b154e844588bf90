/** Phrases for all texts, in English, with GSM-7 characters only. */
export const en = {
  /** The end of the first text to a number (C6). */
  stopHint: ' Reply STOP to opt out.',
  /** Replaces a missing first name: 'Hi there'. */
  there: 'there',
  /** Replaces a missing address. */
  yourProperty: 'your property',
  /** Replaces a missing price. */
  yourEstimate: 'your estimate',
};
