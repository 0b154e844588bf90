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
  /** The names of the gate kinds that every price book has, by key. */
  gateKinds: { walk: 'Walk gate', double: 'Double gate' } as Record<string, string>,
  /** Labels of the other lines. `run` is the label of the run that the share is of. */
  moderateSlope: phrase('{run}, moderate slope ({percent}%)'),
  steepSlope: phrase('{run}, steep slope ({percent}%)'),
  hardDig: phrase('{run}, hard digging ({percent}%)'),
  removal: 'Removal of the old fence',
  corners: counted({ one: 'Corner', other: 'Corners' }),
  ends: counted({ one: 'End', other: 'Ends' }),
  travel: 'Travel',
  minimumJob: 'Minimum job',
  rounding: 'Rounding',
  tax: phrase('{name} ({percent}%)'),
  bareTax: 'Tax',
  /** A line's quantity and unit price. */
  at: phrase('{quantity} at {price}'),
  atPerFoot: phrase('{quantity} at {price} per foot'),
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
