/** Phrases for all SMS messages, in English. They use only GSM-7 characters. */
export const en = {
  /** Ends the first text to a number (C6). */
  stopHint: ' Reply STOP to opt out.',
  /** Replaces a missing first name: 'Hi there'. */
  there: 'there',
  /** Replaces a missing street address. */
  yourProperty: 'your property',
  /** Replaces a missing price. */
  yourEstimate: 'your estimate',
};
