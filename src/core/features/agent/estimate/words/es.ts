import { formatFeet } from '#shared/primitives/feet.ts';
import { formats } from '#shared/primitives/formats.ts';
import type { OptionFacts } from '../estimate-facts.ts';
import type { EstimateWords } from './en.ts';

const { money, day } = formats('es');
const gates = (count: number): string =>
  count === 0 ? 'sin puertas' : count === 1 ? 'con 1 puerta' : `con ${count} puertas`;
const of = ({ label }: OptionFacts): string => (label === null ? '' : ` de ${label}`);

/** The agent's answers about an estimate, in Spanish. */
export const es: EstimateWords = {
  automated: (company) => `Soy el asistente automático de ${company}.`,
  total: (option) =>
    `El total${of(option)} es ${money(option.totalCents)}: ${formatFeet(option.perimeter, 'es')} de ${option.materialType} ${gates(option.gateCount)}.`,
  discounted: (cents, until) =>
    `Incluye un descuento de ${money(cents)}${until === null ? '' : `, hasta el ${day(until)}`}.`,
  option: ({ label, materialType, totalCents }) => `${label ?? materialType}: ${money(totalCents)}.`,
  oneOption: 'Este presupuesto tiene una sola opción.',
  lines: (option) =>
    `Incluye ${option.lines.map(({ label, quantity, amountCents }) => `${label}${quantity === null ? '' : ` (${quantity})`} por ${money(amountCents)}`).join('; ')}.`,
  feet: (option) => `El presupuesto${of(option)} es para ${formatFeet(option.perimeter, 'es')} de cerca.`,
  gates: (option) => `La cerca${of(option)} va ${gates(option.gateCount)}.`,
  material: (option) => `El material${of(option)} es ${option.materialType}.`,
  deposit: (option) =>
    option.depositCents === 0
      ? 'No hay que pagar depósito.'
      : `El depósito${of(option)} es de ${money(option.depositCents)} y se paga al aceptar.`,
  balance: (option) =>
    `Después del depósito quedan ${money(option.balanceCents)}, que se pagan al terminar el trabajo.`,
  dueNow: (stages) =>
    `Ahora toca pagar ${money(stages.reduce((sum, { leftCents }) => sum + leftCents, 0))}: ${stages.map(({ label }) => label).join(' y ')}.`,
  nothingNow: 'Por ahora no hay nada que pagar.',
  later: (stages) =>
    `Después: ${stages.map(({ label, leftCents, due }) => `${money(leftCents)} ${due} (${label})`).join('; ')}.`,
  withChanges: (cents) => `Con los cambios firmados, el total es ${money(cents)}.`,
  openChange: ({ netCents, totalCents }) =>
    `Un cambio de ${money(netCents)} espera su firma. Con él, el total sería ${money(totalCents)}.`,
  paid: (cents) => `Ha pagado ${money(cents)}.`,
  refunded: (cents) => `Le reembolsamos ${money(cents)}.`,
  due: (cents) => `Todavía quedan ${money(cents)} por pagar.`,
  paidInFull: 'No queda nada por pagar.',
  owedBack: (company, cents) => `Ha pagado más que el total, así que ${company} le debe ${money(cents)}.`,
  paidNothing: 'Todavía no hemos recibido ningún pago.',
  validThrough: (until) => `El presupuesto es válido hasta el ${day(until)}.`,
  wasValid: (until) => `El presupuesto fue válido hasta el ${day(until)} y ya venció.`,
  terms:
    'Los términos están debajo de los precios en la página del presupuesto, en “Términos y condiciones”, y en el PDF.',
  newer: (url) => `Hay un presupuesto más reciente que reemplaza a este: ${url}`,
  newerWithoutLink: (company) => `Hay un presupuesto más reciente que reemplaza a este. Pídale el enlace a ${company}.`,
  newest: (version) =>
    version === 1 ? 'Este es el presupuesto más reciente.' : `Este es el presupuesto más reciente, versión ${version}.`,
  accept:
    'Para aceptar el presupuesto, presione “Aceptar y firmar” en la página del presupuesto, elija una opción si hay varias y firme.',
  accepted: 'Este presupuesto está aceptado y firmado.',
  declined: 'Este presupuesto fue rechazado.',
  number: (number) => `El número del presupuesto es ${number}.`,
  sent: (on) => `El presupuesto se envió el ${day(on)}.`,
  lower: 'Solo puedo explicar el precio como se envió. Le pasé su pregunta al equipo.',
  change: 'Un cambio necesita un precio nuevo del equipo, así que se lo pasé.',
  schedule: 'No puedo prometer fechas. Le pasé su pregunta al equipo.',
  handover: 'Se lo pasé al equipo. Una persona le responderá.',
  law: 'Eso debe responderlo una persona del equipo, así que se lo pasé.',
  angry: 'Lamento lo sucedido. Se lo pasé al equipo, y una persona le responderá.',
  many: 'El equipo tiene sus preguntas. Una persona le responderá.',
  unsure:
    'No estoy seguro de haber entendido. Puedo explicar el precio, el depósito, las opciones y los términos de este presupuesto.',
  instructs: 'Puedo ayudarle con preguntas sobre este presupuesto.',
  offTopic: 'Solo puedo ayudar con este presupuesto, pero con gusto lo hago.',
  child: 'Por favor pida a uno de sus padres o a otro adulto que nos escriba sobre la cerca.',
  welcome: '¡Con gusto!',
  hello: '¿Qué le gustaría saber sobre este presupuesto?',
};
