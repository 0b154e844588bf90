import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { Language } from '#shared/primitives/language.ts';

/** The emails and texts about a change of a signed estimate, and the reasons why it can't be signed, in English. */
const en = {
  format: formats('en'),
  fact: phrase('{label}: {value}'),
  facts: {
    added: 'Added',
    removed: 'Taken off',
    discount: 'Discount',
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

/** The words about changes. English is the reference: a language with different keys doesn't compile. */
export type ChangeWords = typeof en;

const es: ChangeWords = {
  format: formats('es'),
  fact: phrase('{label}: {value}'),
  facts: {
    added: 'Se agrega',
    removed: 'Se quita',
    discount: 'Descuento',
    net: 'Cambio',
    total: 'Nuevo total',
    left: 'Falta por pagar',
    owedBack: phrase('{company} le debe'),
    number: 'Cambio',
    signedBy: 'Firmado por',
    signedOn: 'Firmado el',
  },
  sent: {
    subject: phrase('{company}: un cambio a su trabajo de cerca para firmar'),
    heading: 'Un cambio a su trabajo de cerca',
    hello: phrase('Hola, {name}: {company} anotó un cambio a su presupuesto firmado. Cuenta cuando usted lo firma.'),
    until: phrase('Puede firmarlo hasta el {day}. Sin su firma, nada cambia.'),
    action: 'Leer y firmar el cambio',
    text: phrase(
      'Hola, {name}: {company} tiene un cambio a su trabajo de cerca para firmar: nuevo total {total}. {url}',
    ),
  },
  agreed: {
    subject: phrase('{company}: el nuevo total de su trabajo es {total}'),
    heading: 'Su cambio está firmado',
    headingCredit: 'Su trabajo cuesta menos',
    hello: phrase('Hola, {name}: gracias. Aquí está su copia del cambio firmado.'),
    helloCredit: phrase('Hola, {name}: {company} quitó esto de su trabajo. Usted no tiene que hacer nada.'),
    mayCancel: phrase('Puede cancelar este cambio hasta la medianoche del {day}.'),
    action: 'Ver su presupuesto',
    text: phrase('Hola, {name}: el cambio a su trabajo de cerca ya cuenta. Nuevo total: {total}. {url}'),
  },
  alreadySigned: 'Este cambio ya está firmado',
  declined: phrase('Este cambio fue rechazado. Pida uno nuevo a {company}'),
  canceled: phrase('{company} retiró este cambio'),
  expired: phrase('Este cambio se podía firmar hasta el {day}. Pida uno nuevo a {company}'),
  superseded: phrase('{company} le envió un presupuesto más nuevo. Responda a ese'),
  changed: 'El cambio no es el que usted abrió. Vuelva a cargar la página para verlo',
};

const WORDS: Record<Language, ChangeWords> = { en, es };

export const changeWords = (language: Language): ChangeWords => WORDS[language];
