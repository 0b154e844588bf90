import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { Language } from '#shared/primitives/language.ts';

/** The wording of payment emails and texts (within GSM-7) to homeowners, in English. */
const en = {
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

/**
 * The wording of payment emails to homeowners. English is the reference: a language with different keys or types
 * doesn't compile.
 */
export type PaymentWords = typeof en;

/** The wording of payment emails and texts (within GSM-7) to homeowners, in Spanish. */
const es: PaymentWords = {
  format: formats('es'),
  fact: phrase('{label}: {value}'),
  view: 'Ver su presupuesto',
  kind: { deposit: 'Depósito', full: 'Pago total', balance: 'Saldo', part: 'Pago' },
  checkout: phrase('{kind}, presupuesto {number}'),
  receipt: {
    subject: phrase('Recibo por {amount} a {company}'),
    heading: 'Su recibo',
    preview: phrase('{amount} recibidos.'),
    hello: phrase('Hola {name}, {company} recibió su pago. Gracias.'),
    paid: 'Pagado',
    estimate: 'Presupuesto',
    total: 'Total',
    left: 'Por pagar',
    text: phrase('Hola {name}, recibimos su pago de {amount}. Gracias.'),
    textLeft: phrase('Por pagar: {amount}.'),
    textLink: phrase('Su recibo: {url}'),
    owedBack: 'Pagado de más, se le debe',
    inFull: 'Su cerca está totalmente pagada.',
  },
  failed: {
    subject: phrase('Su pago a {company} no se completó'),
    heading: 'Su pago no se completó',
    preview: 'No se pagó nada.',
    what: phrase(
      'Hola {name}, su pago bancario de {amount} a {company} por el presupuesto {number} no se completó. No se pagó nada.',
    ),
    askUs: 'Responda a este correo para buscar otra forma de pago.',
    canPayAgain: 'Puede pagar otra vez, con tarjeta o por banco.',
    payAgain: 'Pagar otra vez',
    text: phrase('Hola {name}, su pago bancario de {amount} no se pudo completar. No se hizo cargo alguno.'),
    textLink: phrase('Pagar otra vez: {url}'),
  },
};

const WORDS: Record<Language, PaymentWords> = { en, es };

export const paymentWords = (language: Language): PaymentWords => WORDS[language];
