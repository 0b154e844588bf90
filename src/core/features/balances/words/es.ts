import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { BalanceWords } from './index.ts';

/** The reasons an estimate can't be paid, in Spanish. */
export const es: BalanceWords = {
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
