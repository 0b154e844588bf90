import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';

/** The wording of payment emails and texts (within GSM-7) to homeowners, in English. */
export const en = {
  format: formats('en'),
  fact: phrase('{label}: {value}'),
  view: 'View your estimate',
  kind: { deposit: 'Deposit', full: 'Payment in full', balance: 'Balance', part: 'Payment' },
  /** The payment's name on Stripe's page. */
  checkout: phrase('{kind} for estimate {number}'),
  receipt: {
    subject: phrase('Receipt for {amount} to {company}'),
    heading: 'Your receipt',
    preview: phrase('{amount} received.'),
    hello: phrase('Hi {name}, {company} has received your payment. Thank you.'),
    paid: 'Paid',
    estimate: 'Estimate',
    total: 'Total',
    left: 'Left to pay',
    text: phrase('Hi {name}, we received your payment of {amount}. Thank you.'),
    textLeft: phrase('Left to pay: {amount}.'),
    textLink: phrase('Your receipt: {url}'),
    owedBack: 'Paid too much, owed to you',
    inFull: 'Your fence is paid in full.',
  },
  failed: {
    subject: phrase('Your payment to {company} didn’t go through'),
    heading: 'Your payment didn’t go through',
    preview: 'You weren’t charged.',
    what: phrase(
      'Hi {name}, your bank payment of {amount} to {company} for estimate {number} didn’t go through. You weren’t charged.',
    ),
    askUs: 'Reply to this email to arrange another way to pay.',
    canPayAgain: 'You can try again with a card or a bank account.',
    payAgain: 'Pay again',
    text: phrase("Hi {name}, your bank payment of {amount} didn't go through. You weren't charged."),
    textLink: phrase('Pay again: {url}'),
  },
};
