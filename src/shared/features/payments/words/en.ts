import { phrase } from '#shared/primitives/phrase.ts';

/** Descriptions of payment methods, in English. */
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
};
