import { countedIn, phrase } from '#shared/primitives/phrase.ts';
import type { CalculatedWords } from './index.ts';

const counted = countedIn('es');

/** Spanish phrases for estimates. Both the server and browsers use them to generate text for homeowners. */
export const es: CalculatedWords = {
  depositLimit: phrase('{state} limita el depósito a {amount}'),
  depositBecause: phrase('{amount} ({reason})'),
  shareOfTotal: phrase('{percent} del total ({amount})'),
  discount: phrase('{value} de descuento'),
  fence: phrase('Cerca de {material}'),
  bareFence: 'cerca',
  gates: counted({ one: 'Puerta', other: 'Puertas' }),
  gateKinds: { walk: 'Puerta peatonal', double: 'Puerta doble' },
  moderateSlope: phrase('{run}, pendiente moderada ({percent}%)'),
  steepSlope: phrase('{run}, pendiente pronunciada ({percent}%)'),
  hardDig: phrase('{run}, excavación difícil ({percent}%)'),
  removal: 'Retiro de la cerca vieja',
  corners: counted({ one: 'Esquina', other: 'Esquinas' }),
  ends: counted({ one: 'Extremo', other: 'Extremos' }),
  travel: 'Traslado',
  minimumJob: 'Trabajo mínimo',
  rounding: 'Redondeo',
  tax: phrase('{name} ({percent}%)'),
  bareTax: 'Impuesto',
  at: phrase('{quantity} a {price}'),
  atPerFoot: phrase('{quantity} a {price} por pie'),
  run: counted({
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
