import type { Language } from '#shared/primitives/language.ts';
import { countedIn, phrase } from '#shared/primitives/phrase.ts';

const countedEn = countedIn('en');

/** English phrases for estimates. Both the server and browsers use them to generate text for homeowners. */
const en = {
  depositLimit: phrase('{state} limits a deposit to {amount}'),
  depositBecause: phrase('{amount} ({reason})'),
  shareOfTotal: phrase('{percent} of the total ({amount})'),
  discount: phrase('{value} off'),
  /**
   * A line's label, such as 'Vinyl fence'. If the material's name already ends with 'fence', the word isn't repeated.
   */
  fence: phrase('{material} fence'),
  /** Used if there's no material name. */
  bareFence: 'fence',
  gates: countedEn({ one: 'Gate', other: 'Gates' }),
  /** The names of the gate kinds that every price book has, by key. */
  gateKinds: { walk: 'Walk gate', double: 'Double gate' } as Record<string, string>,
  /** Labels of the other lines. `run` is the label of the run that the share is of. */
  moderateSlope: phrase('{run}, moderate slope ({percent}%)'),
  steepSlope: phrase('{run}, steep slope ({percent}%)'),
  hardDig: phrase('{run}, hard digging ({percent}%)'),
  removal: 'Removal of the old fence',
  corners: countedEn({ one: 'Corner', other: 'Corners' }),
  ends: countedEn({ one: 'End', other: 'Ends' }),
  travel: 'Travel',
  minimumJob: 'Minimum job',
  rounding: 'Rounding',
  tax: phrase('{name} ({percent}%)'),
  bareTax: 'Tax',
  /** A line's quantity and unit price. */
  at: phrase('{quantity} at {price}'),
  atPerFoot: phrase('{quantity} at {price} per foot'),
  /** The description of the fence drawing. */
  run: countedEn({
    one: '{feet} feet of {material} with 1 gate',
    other: '{feet} feet of {material} with {count} gates',
  }),
  /** Labels for the homeowner's drawing and its sides. */
  drawn: 'Top view of the fence',
  sides: phrase('Sides: {sides}'),
  /** Errors in the homeowner's forms. */
  checkBox: 'Check the box to sign electronically',
  drawAgain: 'Draw your signature again, or type your name instead',
  chooseOption: 'Choose one of the options',
  writeQuestion: 'Write your question',
};

/** The type of the phrases. English defines it. Other languages must have the same keys and placeholders to compile. */
export type CalculatedWords = typeof en;

const countedEs = countedIn('es');

/** Spanish phrases for estimates. Both the server and browsers use them to generate text for homeowners. */
const es: CalculatedWords = {
  depositLimit: phrase('{state} limita el depósito a {amount}'),
  depositBecause: phrase('{amount} ({reason})'),
  shareOfTotal: phrase('{percent} del total ({amount})'),
  discount: phrase('{value} de descuento'),
  fence: phrase('Cerca de {material}'),
  bareFence: 'cerca',
  gates: countedEs({ one: 'Puerta', other: 'Puertas' }),
  gateKinds: { walk: 'Puerta peatonal', double: 'Puerta doble' },
  moderateSlope: phrase('{run}, pendiente moderada ({percent}%)'),
  steepSlope: phrase('{run}, pendiente pronunciada ({percent}%)'),
  hardDig: phrase('{run}, excavación difícil ({percent}%)'),
  removal: 'Retiro de la cerca vieja',
  corners: countedEs({ one: 'Esquina', other: 'Esquinas' }),
  ends: countedEs({ one: 'Extremo', other: 'Extremos' }),
  travel: 'Traslado',
  minimumJob: 'Trabajo mínimo',
  rounding: 'Redondeo',
  tax: phrase('{name} ({percent}%)'),
  bareTax: 'Impuesto',
  at: phrase('{quantity} a {price}'),
  atPerFoot: phrase('{quantity} a {price} por pie'),
  run: countedEs({
    one: '{feet} pies de {material} con 1 puerta',
    other: '{feet} pies de {material} con {count} puertas',
  }),
  drawn: 'La cerca desde arriba',
  sides: phrase('Lados: {sides}'),
  checkBox: 'Marque la casilla para firmar electrónicamente',
  drawAgain: 'Dibuje su firma otra vez o escriba su nombre',
  chooseOption: 'Elija una de las opciones',
  writeQuestion: 'Escriba su pregunta',
};

const WORDS: Record<Language, CalculatedWords> = { en, es };

export const calculatedWords = (language: Language): CalculatedWords => WORDS[language];
