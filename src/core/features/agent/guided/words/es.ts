import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import type { GuidedWords } from './en.ts';

const list = new Intl.ListFormat('es-US', { type: 'disjunction' });
const gates = (count: number): string =>
  count === 0 ? 'sin puertas' : count === 1 ? 'con 1 puerta' : `con ${count} puertas`;

/** The guided conversation's Spanish wording. */
export const es: GuidedWords = {
  automated: (company) => `Hola, soy el asistente automático de ${company}.`,
  stillAutomated: (company) => `Soy un asistente automático de ${company}, no una persona.`,
  askFeet: '¿Cuántos pies de cerca necesita? Un total aproximado está bien.',
  askMaterial: (names) => `¿Qué material prefiere: ${list.format(names)}?`,
  askGates: '¿Cuántas puertas necesita? Escriba 0 si ninguna.',
  askReach: '¿Cómo se llama, y a qué correo electrónico o teléfono puede escribirle o llamarle el equipo?',
  askReachForPrice: '¿Qué correo electrónico o teléfono podemos usar? Después le muestro el precio.',
  askReachForCall:
    'Eso debe responderlo una persona del equipo. ¿A qué teléfono o correo electrónico pueden contactarle?',
  askName: '¿Cómo se llama?',
  price: ({ totalCents, perimeter, materialType, gateCount }) =>
    `${formatFeet(perimeter, 'es')} de ${materialType} ${gates(gateCount)} cuestan ${formatCents(totalCents)} a los precios actuales de la empresa.`,
  priceLater: 'El equipo calcula los precios y le enviará uno.',
  removalNoted: 'Anoté que hay que quitar una cerca vieja. El equipo calculará el precio de quitarla después de verla.',
  heightNoted: (feet) => `Anoté la altura de ${formatFeet(feet, 'es')}.`,
  unsold: (names) => `Ese material no está en la lista de precios. Las opciones son ${list.format(names)}.`,
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
  unsure: 'No estoy seguro de haber entendido.',
  handover: 'Se lo pasé al equipo. Una persona le responderá.',
  handoverLaw: 'Eso debe responderlo una persona del equipo, así que se lo pasé.',
  handoverAngry: 'Lamento lo sucedido. Se lo pasé al equipo, y una persona le responderá.',
  waitsForPerson: 'El equipo tiene sus mensajes. Una persona le responderá.',
  noted: 'Lo agregué para el equipo.',
  welcome: '¡Con gusto!',
  more: '¿Hay algo más que el equipo deba saber?',
};
