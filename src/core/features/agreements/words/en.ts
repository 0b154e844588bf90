import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';

/** The reasons a homeowner can't answer an estimate, in English. */
export const en = {
  format: formats('en'),
  alreadyAccepted: 'This estimate is already accepted',
  superseded: phrase('{company} has sent you a newer estimate. Respond to that one'),
  expired: phrase('This estimate was valid through {day}. Ask {company} for a new one'),
  declined: phrase('This estimate was declined. Ask {company} for a new one'),
  chooseOption: 'Choose one of the options',
  priceChanged: 'The price has changed since you opened this page. Refresh the page to see the new price',
  unknownAddOn: 'One of these add-ons isn’t in this estimate. Refresh the page',
  signFirst: 'Accept and sign the estimate first',
};
