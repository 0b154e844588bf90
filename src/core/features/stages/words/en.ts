import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';

/** Messages about the payment plan, in English. Texts use only GSM-7 characters. */
export const en = {
  format: formats('en'),
  fact: phrase('{label}: {value}'),
  estimate: 'Estimate',
  pay: 'Pay online',
  view: 'View your estimate',
  payAt: phrase('Pay here: {url}'),
  seeAt: phrase('See it here: {url}'),
  dueNow: 'Due now',
  ifPaid: 'If you already paid, thank you.',
  request: {
    subject: phrase('{amount} is due for your fence'),
    heading: phrase('{amount} is due'),
    hello: phrase('Hi {name}, the next payment to {company} for your fence is due.'),
    text: phrase('Hi {name}, {amount} is due for your fence.'),
  },
  reminder: {
    subject: phrase('Reminder: {amount} is due for your fence'),
    heading: phrase('{amount} is due'),
    hello: phrase('Hi {name}, a payment to {company} for your fence is still open.'),
    text: phrase('Hi {name}, a reminder: {amount} is due for your fence.'),
  },
  done: {
    subject: phrase('Your fence is done: {company}'),
    heading: 'Your fence is done',
    due: phrase('{amount} is due now.'),
  },
};
