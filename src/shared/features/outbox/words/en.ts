/** What every text may contain, in English and using only the characters of GSM-7. */
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
