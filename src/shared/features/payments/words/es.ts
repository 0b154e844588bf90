import { formats } from '../../../primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { MethodWords } from './index.ts';

/** Descriptions of payment methods, and of the stages of a payment plan, in Spanish. */
export const es: MethodWords = {
  online: 'en línea',
  by: phrase('con {method}'),
  methods: {
    card: 'con tarjeta',
    us_bank_account: 'por banco',
    link: 'con Link',
    cashapp: 'con Cash App',
    amazon_pay: 'con Amazon Pay',
    check: 'con cheque',
    cash: 'en efectivo',
    other: 'de otra forma',
  },
  stages: {
    format: formats('es'),
    labels: {
      Deposit: 'Depósito',
      Balance: 'Saldo',
      'Progress payment': 'Pago de avance',
      'Final payment': 'Pago final',
      'First third': 'Primer tercio',
      'Second third': 'Segundo tercio',
      'Last third': 'Último tercio',
    },
    signing: 'al firmar',
    started: 'al empezar el trabajo',
    done: 'al terminar el trabajo',
    onDay: phrase('el {day}'),
    atStep: phrase('en el paso «{step}»'),
  },
  // without á, í, ó and ú, which texts of the first kind don't have (T12)
  workDone: phrase('Hola {name}, terminamos su cerca. Gracias por elegir a {company}.'),
};
