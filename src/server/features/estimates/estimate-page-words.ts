import { formatCents } from '#shared/primitives/cents.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import type { ICONS } from './page-frame.tsx';
import type { Shown } from './shown-page.ts';

export interface Note {
  tone: 'good' | 'bad' | '';
  icon: keyof typeof ICONS;
  words: string;
}

/** The first thing that the page says about where things stand; null while it is simply open. */
export const stateNote = ({ page }: Pick<Shown, 'page'>): Note | null => {
  const { document, version, payment } = page;
  const { company, chosen } = document;
  const { estimate, acceptance } = version;
  const day = (at: Date | null | undefined) => (at ? formatDate(at, company.timeZone) : '');
  const signed = acceptance ? `You accepted this estimate on ${day(acceptance.at)}.` : '';
  const good = (words: string): Note => ({ tone: 'good', icon: 'check', words });
  const plain = (words: string): Note => ({ tone: '', icon: 'clock', words });
  switch (page.state) {
    case 'open':
      return null;
    case 'accepted':
      return good(
        chosen.deposit.cents > 0
          ? `${signed} Next is the deposit of ${formatCents(chosen.deposit.cents)}.`
          : `${signed} ${company.name} will call you to set the day.`,
      );
    case 'processing':
      return plain(
        `${signed} Your bank payment of ${formatCents(payment.state?.onItsWay?.amountCents ?? 0)} is on its way. That can take a few business days; you get a mail when it has arrived.`,
      );
    case 'deposit_paid':
      return good(`${formatCents(payment.state?.paidCents ?? 0)} is paid. Thank you. ${onItsWay(page)}`.trim());
    case 'paid':
      return good('This estimate is paid in full. Thank you.');
    case 'refunded':
      return plain(`${formatCents(payment.state?.refundedCents ?? 0)} was refunded to you.`);
    case 'disputed':
      return { tone: 'bad', icon: 'clock', words: 'A payment of this estimate is disputed with your bank.' };
    case 'declined':
      return plain(
        `You declined this estimate${estimate.declined_at ? ` on ${day(estimate.declined_at)}` : ''}. If you have changed your mind, ask ${company.name} for a new one.`,
      );
    case 'expired':
      return plain(
        `This estimate was valid until ${formatDate(document.validUntil)}. Ask ${company.name} for a new one: prices may have changed.`,
      );
    case 'superseded':
      return plain(
        `This is an earlier version. ${company.name} has sent you a newer estimate, and only that one can be accepted${acceptance ? ' and paid' : ''}. Look for their latest message.`,
      );
  }
};

const onItsWay = ({ payment: { state } }: Shown['page']): string =>
  state?.onItsWay?.status === 'processing'
    ? `Your bank payment of ${formatCents(state.onItsWay.amountCents)} is on its way.`
    : '';
