import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { StageWords } from './index.ts';

/** Messages about the payment plan, in Spanish. Texts use only GSM-7 characters, which don't include á, í, ó or ú. */
export const es: StageWords = {
  format: formats('es'),
  fact: phrase('{label}: {value}'),
  estimate: 'Presupuesto',
  pay: 'Pagar en línea',
  view: 'Ver su presupuesto',
  payAt: phrase('Pague en: {url}'),
  seeAt: phrase('Lo puede ver en: {url}'),
  dueNow: 'Por pagar ahora',
  ifPaid: 'Si ya lo hizo, muchas gracias.',
  request: {
    subject: phrase('Hay un pago de {amount} por su cerca'),
    heading: phrase('Pago de {amount}'),
    hello: phrase('Hola {name}, ya toca el siguiente pago a {company} por su cerca.'),
    text: phrase('Hola {name}, ya toca pagar {amount} por su cerca.'),
  },
  reminder: {
    subject: phrase('Recordatorio: pago de {amount} por su cerca'),
    heading: phrase('Pago de {amount}'),
    hello: phrase('Hola {name}, queda pendiente un pago a {company} por su cerca.'),
    text: phrase('Hola {name}, le recordamos el pago de {amount} por su cerca.'),
  },
  done: {
    subject: phrase('Su cerca está lista: {company}'),
    heading: 'Su cerca está lista',
    due: phrase('Ahora toca pagar {amount}.'),
  },
};
