import { formats } from '../../../primitives/formats.ts';
import { phrase } from '#shared/primitives/phrase.ts';

/** Descriptions of payment methods, and of the stages of a payment plan, in English. */
export const en = {
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
