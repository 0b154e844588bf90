import { formats } from '#shared/primitives/formats.ts';
import { countedIn, phrase } from '#shared/primitives/phrase.ts';
import type { EstimateWords } from './index.ts';

const counted = countedIn('es');

/** Spanish wording for estimates in emails, text messages (within GSM-7) and PDFs. */
export const es: EstimateWords = {
  language: 'es',
  format: formats('es'),
  fact: phrase('{label}: {value}'),
  view: 'Ver su presupuesto',
  fence: phrase('{feet} de {material}'),
  option: counted({ one: '{feet} de {material}, 1 puerta', other: '{feet} de {material}, {count} puertas' }),
  from: phrase('desde {price}'),
  discount: phrase('{value} de descuento'),
  offer: phrase('{discount} hasta el {day}'),
  facts: {
    fence: 'Cerca',
    gates: 'Puertas',
    beforeDiscount: 'Antes del descuento',
    discount: 'Descuento',
    deposit: 'Depósito',
    balance: 'Saldo',
    total: 'Total',
    offer: 'Oferta',
    validThrough: 'Válido hasta el',
    number: 'Número',
    signedBy: 'Firmado por',
    signedOn: 'Firmado el',
  },
  depositBecause: phrase('{amount} ({reason})'),
  /** A line in an email: how its sum comes about, and the sum. */
  lineFact: phrase('{unit}, {total}'),
  ofOption: phrase('{option}: {line}'),
  optionFact: phrase('{total}, {fence}, depósito {deposit}'),

  sent: {
    subject: phrase('Su presupuesto de cerca de {company}: {price}'),
    heading: 'Su presupuesto de cerca',
    preview: phrase('{price}, válido hasta el {day}.'),
    validThrough: phrase('Válido hasta el {day}'),
    hello: phrase('Hola {name}, este es su presupuesto de cerca de {company}.'),
    helloOptions: phrase(
      'Hola {name}, este es su presupuesto de cerca de {company}, con {count} opciones para elegir.',
    ),
    next: 'Léalo, fírmelo y pague el depósito en una sola página, en su teléfono o computadora. No necesita una cuenta.',
    questions: '¿Preguntas? Hágalas en esa página o responda a este correo.',
    questionsOrCall: phrase('¿Preguntas? Hágalas en esa página, llame al {phone} o responda a este correo.'),
    text: phrase('Hola {name}, ya puede ver su presupuesto de cerca por {price}: {url}'),
    textOptions: phrase('Hola {name}, ya puede ver su presupuesto de cerca con {count} opciones, {price}: {url}'),
  },
  signed: {
    subject: phrase('Su presupuesto firmado de {company}, {number}'),
    heading: 'Su presupuesto firmado',
    preview: phrase('{total}, copia firmada adjunta.'),
    hello: phrase(
      'Hola {name}, gracias. Usted aceptó el presupuesto de cerca de {company}. Su copia firmada está adjunta.',
    ),
    text: phrase('Hola {name}, gracias por firmar el presupuesto de {total}. Su copia firmada: {url}'),
    by: phrase('Firmado por {name}'),
    nextDeposit: phrase(
      'Lo siguiente es el depósito de {amount}. Si todavía no lo ha pagado, puede hacerlo en la página de su presupuesto.',
    ),
    nextSchedule: phrase('{company} le llamará para programar el trabajo.'),
    mayCancel: phrase(
      'Puede cancelar hasta la medianoche del {day}. El aviso de cancelación está en la copia adjunta.',
    ),
  },

  invoice: {
    title: phrase('Factura {number} de {company}'),
    foot: phrase('{company} · Factura {number}'),
    heading: 'Factura',
    head: phrase('N.º {number}\nFecha {date}\nPresupuesto {estimate}'),
    billTo: phrase('Para {customer}'),
    payments: 'Pagos',
    refunded: phrase('Reembolsado: {payment}'),
    balance: 'Saldo por pagar',
    owed: 'Pagado de más, se le debe',
    paid: 'Pagado en su totalidad',
  },

  paper: {
    lang: 'es-US',
    title: phrase('Presupuesto {number} de {company}'),
    foot: phrase('{company} · Presupuesto {number}'),
    page: phrase('Página {page} de {count}'),
    heading: 'Presupuesto de cerca',
    head: phrase('N.º {number}\nEnviado el {sent}\nVálido hasta el {validThrough}'),
    estimateFor: phrase('Presupuesto para {customer}'),
    option: phrase('Opción: {option}'),
    discount: 'Descuento',
    total: 'Total',
    deposit: 'Depósito, se paga al aceptar',
    balance: 'Saldo, se paga al terminar',
    addOns: 'Extras que puede elegir en la página del presupuesto',
    otherOptions: 'Otras opciones de este presupuesto',
    otherOption: phrase('{option}: {fence}'),
    notes: 'Notas',
    terms: 'Términos y condiciones',
    accepted: 'Aceptado y firmado',
    signature: 'Firma',
    signatureOf: phrase('{name}, firma'),
    date: 'Fecha',
    mayCancel: phrase('Puede cancelar hasta la medianoche del {day} ({zone}).'),
    totalOf: phrase('Total {amount}'),
    signedOn: phrase('Firmado electrónicamente el {moment}, {zone}.'),
    documentHash: phrase('SHA-256 del documento {hash}'),
  },
};
