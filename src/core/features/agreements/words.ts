import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { Language } from '#shared/primitives/language.ts';

/** The reasons a homeowner can't answer an estimate, in English. */
const en = {
  format: formats('en'),
  alreadyAccepted: 'This estimate is already accepted',
  superseded: phrase('{company} has sent you a newer estimate. Respond to that one'),
  expired: phrase('This estimate was valid through {day}. Ask {company} for a new one'),
  declined: phrase('This estimate was declined. Ask {company} for a new one'),
  chooseOption: 'Choose one of the options',
  priceChanged: 'The price has changed since you opened this page. Refresh the page to see the new price',
  unknownAddOn: 'One of these add-ons isn’t in this estimate. Refresh the page',
  signFirst: 'Accept and sign the estimate first',
};

/**
 * Error messages for homeowners who answer an estimate. The English messages define the type, so messages in another
 * language don't compile if their keys or placeholders differ.
 */
export type AgreementWords = typeof en;

/** The reasons a homeowner can't answer an estimate, in Spanish. */
const es: AgreementWords = {
  format: formats('es'),
  alreadyAccepted: 'Este presupuesto ya está aceptado',
  superseded: phrase('{company} le envió un presupuesto más nuevo. Responda a ese'),
  expired: phrase('Este presupuesto fue válido hasta el {day}. Pida uno nuevo a {company}'),
  declined: phrase('Este presupuesto fue rechazado. Pida uno nuevo a {company}'),
  chooseOption: 'Elija una de las opciones',
  priceChanged: 'El precio cambió desde que usted abrió esta página. Actualice la página y revíselo',
  unknownAddOn: 'Uno de estos extras no está en este presupuesto. Actualice la página',
  signFirst: 'Primero acepte y firme el presupuesto',
};

const WORDS: Record<Language, AgreementWords> = { en, es };

/** Returns the error messages in a language. */
export const agreementWords = (language: Language): AgreementWords => WORDS[language];
