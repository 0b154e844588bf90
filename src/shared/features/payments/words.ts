import { formats } from '#shared/primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';
import type { Language } from '#shared/primitives/language.ts';

/** Descriptions of payment methods, and of the stages of a payment plan, in English. */
const en = {
  online: 'online',
  by: phrase('by {method}'),
  /** A description for each of Stripe's method names. */
  methods: {
    card: 'by card',
    us_bank_account: 'by bank',
    link: 'by Link',
    cashapp: 'by Cash App',
    amazon_pay: 'by Amazon Pay',
    check: 'by check',
    cash: 'in cash',
    other: 'another way',
  },
  stages: {
    format: formats('en'),
    /** The names of the stages that a plan has at first. Others are shown as they were entered. */
    labels: {
      Deposit: 'Deposit',
      Balance: 'Balance',
      'Progress payment': 'Progress payment',
      'Final payment': 'Final payment',
      'First third': 'First third',
      'Second third': 'Second third',
      'Last third': 'Last third',
    } as Record<string, string>,
    signing: 'when you sign',
    started: 'when the work starts',
    done: 'when the work is done',
    onDay: phrase('on {day}'),
    atStep: phrase('at the step “{step}”'),
  },
  workDone: phrase('Hi {name}, the work on your fence is done. Thank you for choosing {company}.'),
};

/**
 * The descriptions of payment methods. English defines the type. Other languages must have the same keys and
 * placeholders to compile.
 */
export type MethodWords = typeof en;

/** Descriptions of payment methods, and of the stages of a payment plan, in Spanish. */
const es: MethodWords = {
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

const WORDS: Record<Language, MethodWords> = { en, es };

export const methodWords = (language: Language): MethodWords => WORDS[language];
