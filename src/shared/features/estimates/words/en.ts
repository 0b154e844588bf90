import { countedIn, phrase } from '#shared/primitives/phrase.ts';

const counted = countedIn('en');

/** English phrases for estimates. Both the server and browsers use them to generate text for homeowners. */
export const en = {
  depositLimit: phrase('{state} limits a deposit to {amount}'),
  depositBecause: phrase('{amount} ({reason})'),
  shareOfTotal: phrase('{percent} of the total ({amount})'),
  discount: phrase('{value} off'),
  /**
   * A line's label, such as 'Vinyl fence'. If the material's name already ends with 'fence', the word isn't repeated.
   */
  fence: phrase('{material} fence'),
  /** Used if there's no material name. */
  bareFence: 'fence',
  gates: counted({ one: 'Gate', other: 'Gates' }),
  /** The description of the fence drawing. */
  run: counted({ one: '{feet} feet of {material} with 1 gate', other: '{feet} feet of {material} with {count} gates' }),
  /** Labels for the homeowner's drawing and its sides. */
  drawn: 'Top view of the fence',
  sides: phrase('Sides: {sides}'),
  /** Errors in the homeowner's forms. */
  checkBox: 'Check the box to sign electronically',
  drawAgain: 'Draw your signature again, or type your name instead',
  chooseOption: 'Choose one of the options',
  writeQuestion: 'Write your question',
};
