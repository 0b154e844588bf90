import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { Language } from '#shared/primitives/language.ts';

/** The reasons an estimate can't be paid, in English. */
const en = {
  format: formats('en'),
  notAvailable: 'Online payment isn’t available right now',
  superseded: 'A newer version of this estimate was sent. Use its link to pay',
  expired: 'This estimate has expired. Ask for a new one',
  declined: 'This estimate was declined',
  disputed: 'A payment for this estimate is disputed',
  disputeLost: 'Your bank returned a payment for this estimate to you',
  refunded: 'Your payment was refunded. Ask for a new estimate',
  processing: phrase('A bank payment of {amount} is processing'),
  afterWorkStarted: 'You can pay the balance after the work has started',
  allPaid: 'This estimate is paid in full',
  tooSmall: phrase('Amounts under {amount} can’t be paid online'),
  signatureRequired: phrase('{state} requires a signature before any payment'),
  chooseAndSign: 'Choose an option and sign first',
  notNow: {
    deposit: 'The deposit can’t be paid right now. Refresh to see what’s due',
    full: 'The full amount can’t be paid right now. Refresh to see what’s due',
    balance: 'The balance can’t be paid right now. Refresh to see what’s due',
    part: 'This payment isn’t due right now. Refresh to see what’s due',
  },
};

/**
 * The reasons an estimate can't be paid. The English catalog defines the type, so a language with different keys or
 * placeholders doesn't compile.
 */
export type BalanceWords = typeof en;

/** The reasons an estimate can't be paid, in Spanish. */
const es: BalanceWords = {
  format: formats('es'),
  notAvailable: 'Por ahora no se puede pagar en línea',
  superseded: 'Se envió una versión más nueva de este presupuesto. Use el enlace de esa para pagar',
  expired: 'Este presupuesto venció. Pida uno nuevo',
  declined: 'Este presupuesto fue rechazado',
  disputed: 'Un pago de este presupuesto está en disputa',
  disputeLost: 'Su banco le devolvió un pago de este presupuesto',
  refunded: 'Su pago fue reembolsado. Pida un presupuesto nuevo',
  processing: phrase('Se está procesando un pago bancario de {amount}'),
  afterWorkStarted: 'El saldo se puede pagar después de que empiece el trabajo',
  allPaid: 'Este presupuesto está pagado por completo',
  tooSmall: phrase('Los montos menores de {amount} no se pueden pagar en línea'),
  signatureRequired: phrase('{state} exige una firma antes de cualquier pago'),
  chooseAndSign: 'Primero elija una opción y firme',
  notNow: {
    deposit: 'El depósito no se puede pagar en este momento. Actualice la página para ver qué se debe',
    full: 'El total no se puede pagar en este momento. Actualice la página para ver qué se debe',
    balance: 'El saldo no se puede pagar en este momento. Actualice la página para ver qué se debe',
    part: 'Este pago no se debe en este momento. Actualice la página para ver qué se debe',
  },
};

const WORDS: Record<Language, BalanceWords> = { en, es };

/** Returns the reasons in a language. */
export const balanceWords = (language: Language): BalanceWords => WORDS[language];
