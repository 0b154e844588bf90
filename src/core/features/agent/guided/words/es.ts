import { formatRange } from '#shared/features/pricing/price-range.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import type { Reckoning } from '../guided-state.ts';
import type { GuidedWords } from './en.ts';

const list = new Intl.ListFormat('es-US', { type: 'disjunction' });
const gates = (count: number): string =>
  count === 0 ? 'sin puertas' : count === 1 ? 'con 1 puerta' : `con ${count} puertas`;

const and = new Intl.ListFormat('es-US');
const partsOf = ({ parts }: Reckoning): string =>
  and.format(
    parts.map(({ feet, times }) =>
      times === 1 ? formatFeet(feet, 'es') : `${times} lados de ${formatFeet(feet, 'es')}`,
    ),
  );

/** The guided conversation's Spanish wording. */
export const es: GuidedWords = {
  automated: (company) => `Hola, soy el asistente automático de ${company}.`,
  stillAutomated: (company) => `Soy un asistente automático de ${company}, no una persona.`,
  askFeet: '¿Cuántos pies de cerca necesita? Un total aproximado está bien.',
  confirm: (proposed) => {
    const feet = formatFeet(proposed.feet, 'es');
    if (proposed.form === 'around') return `Todo alrededor son ${feet} de cerca. ¿Es correcto?`;
    if (proposed.form === 'range') return `¿Calculo con ${feet} para toda la cerca?`;
    return proposed.form === 'single'
      ? `Entonces toda la cerca mide ${feet}, ¿es correcto?`
      : `Entonces son ${partsOf(proposed)}, ¿${feet} en total?`;
  },
  reckoned: (shown) =>
    shown.form === 'single'
      ? `Entonces son ${formatFeet(shown.feet, 'es')} en total.`
      : `Entonces son ${partsOf(shown)}, ${formatFeet(shown.feet, 'es')} en total.`,
  askMaterial: (names) => `¿Qué material prefiere: ${list.format(names)}?`,
  askGates: '¿Cuántas puertas necesita? Escriba 0 si ninguna.',
  askReach: '¿Cómo se llama, y a qué correo electrónico o teléfono puede escribirle o llamarle el equipo?',
  askReachForPrice: '¿Qué correo electrónico o teléfono podemos usar? Después le muestro el precio.',
  askReachForCall:
    'Eso debe responderlo una persona del equipo. ¿A qué teléfono o correo electrónico pueden contactarle?',
  askName: '¿Cómo se llama?',
  price: ({ totalCents, range, perimeter, materialType, gateCount }) =>
    `${formatFeet(perimeter, 'es')} de ${materialType} ${gates(gateCount)} cuestan ${range ? `de ${formatRange(range, 'es')}` : formatCents(totalCents)} a los precios actuales de la empresa.`,
  priceLater: 'El equipo calcula los precios y le enviará uno.',
  removalNoted:
    'Anoté que hay que quitar una cerca vieja. Mis precios no lo incluyen. El equipo calculará el precio de quitarla después de verla.',
  removalExcluded:
    'No, quitar una cerca vieja no está incluido en mis precios. El equipo puede decirle cuánto cuesta después de verla.',
  extrasExcluded:
    'No, mis precios son solo por la cerca nueva y sus puertas. El equipo puede decirle cuánto cuesta lo demás.',
  heightNoted: (feet) => `Anoté la altura de ${formatFeet(feet, 'es')}.`,
  unsold: (names) =>
    `No puedo calcular el precio de ese material aquí, pero el equipo puede informarle. Puedo calcular ${list.format(names)}.`,
  impossibleLength: 'Esa medida no puede ser correcta. Por favor dé un total entre 1 y 100,000 pies.',
  brokenEmail: 'Ese correo electrónico no parece completo. Por favor revíselo.',
  brokenPhone: 'Ese teléfono no parece completo. Por favor envíe un número de EE. UU. de 10 dígitos.',
  leadDone: (name) =>
    `${name === null ? 'Gracias' : `Gracias, ${name}`}. El equipo tiene su solicitud y le responderá.`,
  leadChanged: 'Actualicé su solicitud.',
  discount: 'Solo puedo dar el precio de la lista de la empresa. El equipo puede hablar con usted sobre lo demás.',
  schedule: 'No puedo prometer fechas. El equipo acordará una con usted.',
  instructs: 'Puedo ayudarle con preguntas sobre una cerca y su precio.',
  child: 'Por favor pida a uno de sus padres o a otro adulto que nos escriba sobre la cerca.',
  offTopic: 'Solo puedo ayudar con cercas, pero con gusto le ayudo con la suya.',
  notHere: (company) => `De eso no puedo hablar aquí. ${company} puede responderle por teléfono o por correo.`,
  unknown: 'No tengo la respuesta, pero el equipo puede decírsela.',
  unsure: 'No estoy seguro de haber entendido.',
  handover: 'Se lo pasé al equipo. Una persona le responderá.',
  handoverLaw: 'Eso debe responderlo una persona del equipo, así que se lo pasé.',
  handoverAngry: 'Lamento lo sucedido. Se lo pasé al equipo, y una persona le responderá.',
  waitsForPerson: 'El equipo tiene sus mensajes. Una persona le responderá.',
  noted: 'El equipo puede leer eso con su solicitud.',
  noteLater: 'Su nota queda en esta conversación, y el equipo podrá leerla cuando yo sepa cómo contactarle.',
  gotIt: 'Entendido.',
  welcome: '¡Con gusto!',
  more: '¿Hay algo más que el equipo deba saber?',
};
