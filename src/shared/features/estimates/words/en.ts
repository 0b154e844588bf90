import { countedIn, phrase } from '#shared/primitives/phrase.ts';

const counted = countedIn('en');

/** What the server and browsers calculate about an estimate for a homeowner, in English. */
export const en = {
  depositLimit: phrase('{state} limits a deposit to {amount}'),
  depositBecause: phrase('{amount} ({reason})'),
  shareOfTotal: phrase('{percent} of the total ({amount})'),
  discount: phrase('{value} off'),
  /** The label of a line: 'Vinyl fence'. A material that ends with the word 'fence' doesn't repeat it. */
  fence: phrase('{material} fence'),
  /** Replaces a missing material. */
  bareFence: 'fence',
  gates: counted({ one: 'Gate', other: 'Gates' }),
  /** The drawing of the fence in words. */
  run: counted({ one: '{feet} feet of {material} with 1 gate', other: '{feet} feet of {material} with {count} gates' }),
  /** A picture of the homeowner's drawing, and its sides. */
  drawn: 'The fence from above',
  sides: phrase('Sides: {sides}'),
  /** Errors of the homeowner's forms. */
  checkBox: 'Check the box to sign electronically',
  drawAgain: 'Draw your signature again, or type your name instead',
  chooseOption: 'Choose one of the options',
  writeQuestion: 'Write your question',
};
