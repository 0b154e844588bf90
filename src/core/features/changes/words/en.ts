import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';

/** The emails and texts about a change of a signed estimate, and the reasons why it can't be signed, in English. */
export const en = {
  format: formats('en'),
  fact: phrase('{label}: {value}'),
  facts: {
    added: 'Added',
    removed: 'Taken off',
    net: 'Change',
    total: 'New total',
    left: 'Left to pay',
    owedBack: phrase('{company} owes you'),
    number: 'Change',
    signedBy: 'Signed by',
    signedOn: 'Signed on',
  },
  sent: {
    subject: phrase('{company}: a change to your fence job to sign'),
    heading: 'A change to your fence job',
    hello: phrase(
      'Hi {name}, {company} has written down a change to your signed estimate. It counts once you sign it.',
    ),
    until: phrase('You can sign it through {day}. Without your signature, nothing changes.'),
    action: 'Read and sign the change',
    text: phrase('Hi {name}, {company} has a change to your fence job to sign: new total {total}. {url}'),
  },
  agreed: {
    subject: phrase('{company}: your job’s new total is {total}'),
    heading: 'Your change is signed',
    headingCredit: 'Your job costs less',
    hello: phrase('Hi {name}, thank you. Here is your copy of the signed change.'),
    helloCredit: phrase('Hi {name}, {company} took this off your job. You don’t have to do anything.'),
    mayCancel: phrase('You may cancel this change until midnight of {day}.'),
    action: 'View your estimate',
    text: phrase('Hi {name}, the change to your fence job counts now. New total: {total}. {url}'),
  },
  alreadySigned: 'This change is already signed',
  declined: phrase('This change was declined. Ask {company} for a new one'),
  canceled: phrase('{company} took this change back'),
  expired: phrase('This change could be signed through {day}. Ask {company} for a new one'),
  superseded: phrase('{company} has sent you a newer estimate. Respond to that one'),
  changed: 'The change isn’t the one you opened. Refresh the page to see it',
};
