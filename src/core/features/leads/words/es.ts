import { formats } from '#shared/primitives/formats.ts';
import { countedIn, phrase } from '#shared/primitives/phrase.ts';
import type { LeadWords } from './index.ts';

const counted = countedIn('es');

/** The Spanish wording of the instant reply and of request errors. Text messages use only GSM-7 characters. */
export const es: LeadWords = {
  format: formats('es'),
  refused: {
    termsChanged: 'Los términos de los mensajes de texto cambiaron. Actualice la página y marque la casilla otra vez',
    notTextable: 'Este número no puede recibir mensajes de texto. Escriba un número de celular',
    noMaterial: 'Elija un material de la lista',
    noHeight: phrase('{material} no viene de {height} de alto. Elija una de estas alturas: {heights}'),
    noGate: phrase('Elija una de estas puertas: {gates}'),
  },
  subject: phrase('Recibimos su solicitud de cerca, {company}'),
  heading: 'Recibimos su solicitud',
  preview: phrase('Recibimos su solicitud de {fence}.'),
  hello: phrase('Hola {name}, gracias por preguntar a {company} por una cerca. Recibimos su solicitud.'),
  fence: {
    unknown: counted({ none: 'una cerca', one: 'una cerca con 1 puerta', other: 'una cerca con {count} puertas' }),
    material: counted({
      none: 'una cerca de {material}',
      one: 'una cerca de {material} con 1 puerta',
      other: 'una cerca de {material} con {count} puertas',
    }),
    length: counted({
      none: '{feet} de cerca',
      one: '{feet} de cerca con 1 puerta',
      other: '{feet} de cerca con {count} puertas',
    }),
    both: counted({
      none: '{feet} de {material}',
      one: '{feet} de {material} con 1 puerta',
      other: '{feet} de {material} con {count} puertas',
    }),
  },
  notFinal: 'Según lo que usted escribió. El precio final se da después de una visita al lugar.',
  facts: { fence: 'Cerca', material: 'Material', gates: 'Puertas' },
  fact: phrase('{label}: {value}'),
  instantEstimate: phrase('Su presupuesto inmediato: {price}'),
  call: phrase('Llamar a {company}'),
  next: phrase('{company} se comunicará con usted. ¿Preguntas? Solo responda a este correo.'),
  nextOrCall: phrase('{company} se comunicará con usted. ¿Preguntas? Llame al {phone} o responda a este correo.'),
  text: phrase('Hola {name}, recibimos su solicitud de {fence}. Nos comunicaremos con usted.'),
  textWithPrice: phrase(
    'Hola {name}, recibimos su solicitud de {fence}. Su presupuesto inmediato es de {price}. Nos comunicaremos con usted.',
  ),
};
