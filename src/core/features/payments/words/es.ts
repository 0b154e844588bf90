import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { PaymentWords } from './index.ts';

/** The wording of payment emails and texts (within GSM-7) to homeowners, in Spanish. */
export const es: PaymentWords = {
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
