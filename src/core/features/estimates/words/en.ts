import { formats } from '#shared/primitives/formats.ts';
import type { Language } from '#shared/primitives/language.ts';
import { countedIn, phrase } from '#shared/primitives/phrase.ts';

const counted = countedIn('en');

/** English wording for estimates in emails, text messages (within GSM-7) and PDFs. */
export const en = {
  language: 'en' as Language,
  format: formats('en'),
  fact: phrase('{label}: {value}'),
  view: 'View your estimate',
  fence: phrase('{feet} of {material}'),
  option: counted({ one: '{feet} of {material}, 1 gate', other: '{feet} of {material}, {count} gates' }),
  from: phrase('from {price}'),
  discount: phrase('{value} off'),
  offer: phrase('{discount} through {day}'),
  facts: {
    fence: 'Fence',
    gates: 'Gates',
    beforeDiscount: 'Before the discount',
    discount: 'Discount',
    deposit: 'Deposit',
    balance: 'Balance',
    total: 'Total',
    offer: 'Offer',
    validThrough: 'Valid through',
    number: 'Number',
    signedBy: 'Signed by',
    signedOn: 'Signed on',
  },
  depositBecause: phrase('{amount} ({reason})'),
  /** A line in an email: how its sum comes about, and the sum. */
  lineFact: phrase('{unit}, {total}'),
  ofOption: phrase('{option}: {line}'),
  optionFact: phrase('{total}, {fence}, deposit {deposit}'),

  sent: {
    subject: phrase('Your fence estimate from {company}: {price}'),
    heading: 'Your fence estimate',
    preview: phrase('{price}, valid through {day}.'),
    validThrough: phrase('Valid through {day}'),
    hello: phrase('Hi {name}, here is your fence estimate from {company}.'),
    helloOptions: phrase('Hi {name}, here is your fence estimate from {company}, with {count} options to choose from.'),
    next: 'Read it, sign it and pay the deposit on one page, on your phone or computer. You don’t need an account.',
    questions: 'Questions? Ask on that page, or reply to this email.',
    questionsOrCall: phrase('Questions? Ask on that page, call {phone}, or reply to this email.'),
    text: phrase('Hi {name}, your fence estimate of {price} is ready: {url}'),
    textOptions: phrase('Hi {name}, your fence estimate with {count} options, {price}, is ready: {url}'),
  },
  signed: {
    subject: phrase('Your signed estimate from {company}, {number}'),
    heading: 'Your signed estimate',
    preview: phrase('{total}, signed copy attached.'),
    hello: phrase(
      'Hi {name}, thank you. You accepted the fence estimate from {company}. Your signed copy is attached.',
    ),
    text: phrase('Hi {name}, thank you for signing the estimate of {total}. Your signed copy: {url}'),
    by: phrase('Signed by {name}'),
    nextDeposit: phrase(
      'Next is the {amount} deposit. If you haven’t paid it yet, you can pay it on your estimate page.',
    ),
    nextSchedule: phrase('{company} will call you to schedule the work.'),
    mayCancel: phrase('You may cancel until midnight of {day}. The notice of cancellation is in the attached copy.'),
  },

  /** An invoice, which is also the receipt. */
  invoice: {
    title: phrase('Invoice {number} from {company}'),
    foot: phrase('{company} · Invoice {number}'),
    heading: 'Invoice',
    head: phrase('No. {number}\nDate {date}\nEstimate {estimate}'),
    billTo: phrase('Bill to {customer}'),
    payments: 'Payments',
    refunded: phrase('Refunded: {payment}'),
    balance: 'Balance due',
    owed: 'Paid too much, owed to you',
    paid: 'Paid in full',
  },

  paper: {
    lang: 'en-US',
    title: phrase('Estimate {number} from {company}'),
    foot: phrase('{company} · Estimate {number}'),
    page: phrase('Page {page} of {count}'),
    heading: 'Fence estimate',
    head: phrase('No. {number}\nSent {sent}\nValid through {validThrough}'),
    estimateFor: phrase('Estimate for {customer}'),
    option: phrase('Option: {option}'),
    discount: 'Discount',
    total: 'Total',
    deposit: 'Deposit, due on acceptance',
    balance: 'Balance, due at completion',
    addOns: 'Add-ons you can choose on the estimate page',
    otherOptions: 'Other options in this estimate',
    otherOption: phrase('{option}: {fence}'),
    notes: 'Notes',
    terms: 'Terms and conditions',
    accepted: 'Accepted and signed',
    signature: 'Signature',
    signatureOf: phrase('{name}, signature'),
    date: 'Date',
    mayCancel: phrase('You may cancel until midnight of {day} ({zone}).'),
    totalOf: phrase('Total {amount}'),
    signedOn: phrase('Signed electronically on {moment}, {zone}.'),
    documentHash: phrase('Document SHA-256 {hash}'),
  },
};
