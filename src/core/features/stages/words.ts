import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { Language } from '#shared/primitives/language.ts';

/** Messages about the payment plan, in English. Texts use only GSM-7 characters. */
const en = {
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

/** Messages about the payment plan. English is the reference: a language with different keys doesn't compile. */
export type StageWords = typeof en;

/** Messages about the payment plan, in Spanish. Texts use only GSM-7 characters, which don't include á, í, ó or ú. */
const es: StageWords = {
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

const WORDS: Record<Language, StageWords> = { en, es };

export const stageWords = (language: Language): StageWords => WORDS[language];
