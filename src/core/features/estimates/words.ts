import type { Discount } from '#shared/features/estimates/offer-price.rules.ts';
import { formats } from '#shared/primitives/formats.ts';
import type { Language } from '#shared/primitives/language.ts';
import { countedIn, phrase } from '#shared/primitives/phrase.ts';

const countedEn = countedIn('en');

/** English wording for estimates in emails, text messages (within GSM-7) and PDFs. */
const en = {
  language: 'en' as Language,
  format: formats('en'),
  fact: phrase('{label}: {value}'),
  view: 'View your estimate',
  fence: phrase('{feet} of {material}'),
  option: countedEn({ one: '{feet} of {material}, 1 gate', other: '{feet} of {material}, {count} gates' }),
  from: phrase('from {price}'),
  discount: phrase('{value} off'),
  offer: phrase('{discount} through {day}'),
  facts: {
    fence: 'Fence',
    gates: 'Gates',
    beforeDiscount: 'Before the discount',
    discount: 'Discount',
    deposit: 'Deposit',
    balance: 'Balance',
    total: 'Total',
    offer: 'Offer',
    validThrough: 'Valid through',
    number: 'Number',
    signedBy: 'Signed by',
    signedOn: 'Signed on',
  },
  depositBecause: phrase('{amount} ({reason})'),
  /** A line in an email: how its sum comes about, and the sum. */
  lineFact: phrase('{unit}, {total}'),
  ofOption: phrase('{option}: {line}'),
  optionFact: phrase('{total}, {fence}, deposit {deposit}'),

  sent: {
    subject: phrase('Your fence estimate from {company}: {price}'),
    heading: 'Your fence estimate',
    preview: phrase('{price}, valid through {day}.'),
    validThrough: phrase('Valid through {day}'),
    hello: phrase('Hi {name}, here is your fence estimate from {company}.'),
    helloOptions: phrase('Hi {name}, here is your fence estimate from {company}, with {count} options to choose from.'),
    next: 'Read it, sign it and pay the deposit on one page, on your phone or computer. You don’t need an account.',
    questions: 'Questions? Ask on that page, or reply to this email.',
    questionsOrCall: phrase('Questions? Ask on that page, call {phone}, or reply to this email.'),
    text: phrase('Hi {name}, your fence estimate of {price} is ready: {url}'),
    textOptions: phrase('Hi {name}, your fence estimate with {count} options, {price}, is ready: {url}'),
  },
  signed: {
    subject: phrase('Your signed estimate from {company}, {number}'),
    heading: 'Your signed estimate',
    preview: phrase('{total}, signed copy attached.'),
    hello: phrase(
      'Hi {name}, thank you. You accepted the fence estimate from {company}. Your signed copy is attached.',
    ),
    text: phrase('Hi {name}, thank you for signing the estimate of {total}. Your signed copy: {url}'),
    by: phrase('Signed by {name}'),
    nextDeposit: phrase(
      'Next is the {amount} deposit. If you haven’t paid it yet, you can pay it on your estimate page.',
    ),
    nextSchedule: phrase('{company} will call you to schedule the work.'),
    mayCancel: phrase('You may cancel until midnight of {day}. The notice of cancellation is in the attached copy.'),
  },

  /** An invoice, which is also the receipt. */
  change: {
    title: phrase('Change {number}'),
    added: 'Added',
    removed: 'Taken off',
    discount: 'Discount',
    net: 'This change',
    newTotal: 'New total',
    credit: 'Credit. It needed no signature',
    signed: 'Change signed',
    mayCancel: phrase('You may cancel this change until midnight of {day} ({zone}).'),
  },
  invoice: {
    title: phrase('Invoice {number} from {company}'),
    foot: phrase('{company} · Invoice {number}'),
    heading: 'Invoice',
    head: phrase('No. {number}\nDate {date}\nEstimate {estimate}'),
    billTo: phrase('Bill to {customer}'),
    payments: 'Payments',
    plan: 'Still to pay',
    refunded: phrase('Refunded: {payment}'),
    balance: 'Balance due',
    owed: 'Paid too much, owed to you',
    paid: 'Paid in full',
  },

  paper: {
    lang: 'en-US',
    title: phrase('Estimate {number} from {company}'),
    foot: phrase('{company} · Estimate {number}'),
    page: phrase('Page {page} of {count}'),
    heading: 'Fence estimate',
    head: phrase('No. {number}\nSent {sent}\nValid through {validThrough}'),
    estimateFor: phrase('Estimate for {customer}'),
    option: phrase('Option: {option}'),
    discount: 'Discount',
    total: 'Total',
    deposit: 'Deposit, due on acceptance',
    balance: 'Balance, due at completion',
    addOns: 'Add-ons you can choose on the estimate page',
    otherOptions: 'Other options in this estimate',
    otherOption: phrase('{option}: {fence}'),
    notes: 'Notes',
    terms: 'Terms and conditions',
    accepted: 'Accepted and signed',
    signature: 'Signature',
    signatureOf: phrase('{name}, signature'),
    date: 'Date',
    mayCancel: phrase('You may cancel until midnight of {day} ({zone}).'),
    totalOf: phrase('Total {amount}'),
    signedOn: phrase('Signed electronically on {moment}, {zone}.'),
    documentHash: phrase('Document SHA-256 {hash}'),
  },
};

/**
 * Wording for estimates in emails, text messages and PDFs. The English wording defines the type. A translation doesn't
 * compile if a key is missing or if a value has a different type.
 */
export type EstimateWords = typeof en;

const countedEs = countedIn('es');

/** Spanish wording for estimates in emails, text messages (within GSM-7) and PDFs. */
const es: EstimateWords = {
  language: 'es',
  format: formats('es'),
  fact: phrase('{label}: {value}'),
  view: 'Ver su presupuesto',
  fence: phrase('{feet} de {material}'),
  option: countedEs({ one: '{feet} de {material}, 1 puerta', other: '{feet} de {material}, {count} puertas' }),
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

  change: {
    title: phrase('Cambio {number}'),
    added: 'Se agrega',
    removed: 'Se quita',
    discount: 'Descuento',
    net: 'Este cambio',
    newTotal: 'Nuevo total',
    credit: 'Crédito. No necesitó firma',
    signed: 'Cambio firmado',
    mayCancel: phrase('Puede cancelar este cambio hasta la medianoche del {day} ({zone}).'),
  },
  invoice: {
    title: phrase('Factura {number} de {company}'),
    foot: phrase('{company} · Factura {number}'),
    heading: 'Factura',
    head: phrase('N.º {number}\nFecha {date}\nPresupuesto {estimate}'),
    billTo: phrase('Para {customer}'),
    payments: 'Pagos',
    plan: 'Por pagar',
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

const WORDS: Record<Language, EstimateWords> = { en, es };

export const estimateWords = (language: Language): EstimateWords => WORDS[language];

/** Formats a discount: '10% off' or '$200.00 off'. */
export const discountIn = ({ discount, format }: EstimateWords, given: Discount): string =>
  discount({ value: 'percent' in given ? format.percent(given.percent) : format.money(given.amountCents) });
