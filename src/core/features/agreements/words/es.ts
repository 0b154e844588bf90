import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { AgreementWords } from './index.ts';

/** The reasons a homeowner can't answer an estimate, in Spanish. */
export const es: AgreementWords = {
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
