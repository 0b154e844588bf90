import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';

/** The reasons an estimate can't be paid, in English. */
export const en = {
  format: formats('en'),
  notAvailable: 'Online payment isn’t available right now',
  superseded: 'A newer version of this estimate was sent. Use its link to pay',
  expired: 'This estimate has expired. Ask for a new one',
  declined: 'This estimate was declined',
  disputed: 'A payment for this estimate is disputed',
  disputeLost: 'Your bank returned a payment for this estimate to you',
  refunded: 'Your payment was refunded. Ask for a new estimate',
  processing: phrase('A bank payment of {amount} is processing'),
  afterWorkStarted: 'You can pay the balance after the work has started',
  allPaid: 'This estimate is paid in full',
  tooSmall: phrase('Amounts under {amount} can’t be paid online'),
  signatureRequired: phrase('{state} requires a signature before any payment'),
  chooseAndSign: 'Choose an option and sign first',
  notNow: {
    deposit: 'The deposit can’t be paid right now. Refresh to see what’s due',
    full: 'The full amount can’t be paid right now. Refresh to see what’s due',
    balance: 'The balance can’t be paid right now. Refresh to see what’s due',
    part: 'This payment isn’t due right now. Refresh to see what’s due',
  },
};
