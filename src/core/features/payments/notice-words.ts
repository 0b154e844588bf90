import type { PaymentKind } from '#shared/features/payments/payment-status.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import type { PaymentRow } from './payments.table.ts';

export const PAYMENT_NEWS = ['paid', 'failed', 'disputed', 'dispute_won', 'dispute_lost'] as const;
export type PaymentNews = (typeof PAYMENT_NEWS)[number];

const PAID_WHAT: Record<PaymentKind, (amount: string) => string> = {
  deposit: (amount) => `paid the deposit of ${amount}`,
  full: (amount) => `paid in full: ${amount}`,
  balance: (amount) => `paid the balance of ${amount}`,
  part: (amount) => `paid ${amount}`,
};

const ANSWER = 'Respond in your Stripe account. If you don’t respond in time, you lose the dispute.';

export interface NoticeWords {
  /** One line without a trailing period. */
  headline: string;
  /** The consequences for the contractor, and the next steps. Null if there's nothing to add. */
  next: string | null;
}

export function noticeWords({
  news,
  leadName,
  payment,
}: {
  news: PaymentNews;
  leadName: string;
  payment: Pick<PaymentRow, 'kind' | 'amount_cents' | 'extra' | 'reason'>;
}): NoticeWords {
  const amount = formatCents(payment.amount_cents);
  const told: Record<PaymentNews, NoticeWords> = {
    paid: payment.extra
      ? {
          headline: `${leadName} paid ${amount}, more than was left to pay`,
          next: 'Refund the extra from the lead’s payments.',
        }
      : { headline: `${leadName} ${PAID_WHAT[payment.kind](amount)}`, next: null },
    failed: {
      headline: `The bank payment of ${amount} from ${leadName} failed`,
      next: `You weren’t paid. We told ${leadName}, who can pay again with the same link.`,
    },
    disputed: {
      headline: `${leadName} disputes the payment of ${amount}`,
      next: payment.reason === null ? ANSWER : `Stripe’s reason: ${payment.reason.replaceAll('_', ' ')}. ${ANSWER}`,
    },
    dispute_won: {
      headline: `You won the dispute over ${amount} from ${leadName}`,
      next: 'The money is back in your account.',
    },
    dispute_lost: {
      headline: `You lost the dispute over ${amount} from ${leadName}`,
      next: 'The money was returned to the homeowner.',
    },
  };
  return told[news];
}
