import { phrase } from '#shared/primitives/phrase.ts';
import type { MethodWords } from './index.ts';

/** Descriptions of payment methods, in Spanish. */
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
};
