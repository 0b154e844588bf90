import { phrase } from '#shared/primitives/phrase.ts';

/** How a payment was made, in English. */
export const en = {
  online: 'online',
  by: phrase('by {method}'),
  /** The words for each method, by Stripe's name for it. */
  methods: {
    card: 'by card',
    us_bank_account: 'by bank',
    link: 'by Link',
    cashapp: 'by Cash App',
    amazon_pay: 'by Amazon Pay',
  },
};
