import { phrase } from '#shared/primitives/phrase.ts';

/** How a payment was made, in English. */
export const en = {
  online: 'online',
  by: phrase('by {method}'),
  /** By Stripe's name of the method. */
  methods: {
    card: 'by card',
    us_bank_account: 'by bank',
    link: 'by Link',
    cashapp: 'by Cash App',
    amazon_pay: 'by Amazon Pay',
  },
};
