import { formatCents } from '#shared/primitives/cents.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import type { ICONS } from './page-frame.tsx';
import { depositDue, paidOf, type Shown } from './shown-page.ts';

export interface Note {
  tone: 'good' | 'bad' | '';
  icon: keyof typeof ICONS;
  words: string;
}

/** The page's main status; null while the estimate is simply open. */
export const stateNote = (shown: Pick<Shown, 'page'>): Note | null => {
  const note = noteOf(shown);
  const newer = newerWords(shown);
  return note && newer ? { ...note, words: `${note.words} ${newer}` } : note;
};

/** That there is a newer version than one that was paid for: it stays what it is, and is no longer the last word. */
export const newerWords = ({ page: { version, state, document } }: Pick<Shown, 'page'>): string | null =>
  version.hasNewer && state !== 'superseded'
    ? `${document.company.name} has sent you a newer estimate since. Look for their latest message.`
    : null;

const noteOf = (shown: Pick<Shown, 'page'>): Note | null => {
  const { page } = shown;
  const { document, version, payment } = page;
  const { company } = document;
  const { estimate, acceptance } = version;
  const day = (at: Date | null | undefined) => (at ? formatDate(at, company.timeZone) : '');
  const signed = acceptance ? `You accepted this estimate on ${day(acceptance.at)}.` : '';
  const already =
    paidOf(shown) > 0 ? `Your earlier payment of ${formatCents(paidOf(shown))} counts toward this estimate.` : '';
  const good = (words: string): Note => ({ tone: 'good', icon: 'check', words });
  const plain = (words: string): Note => ({ tone: '', icon: 'clock', words });
  switch (page.state) {
    case 'open': {
      const words = `${already} ${onItsWay(page)}`.trim();
      return words === '' ? null : plain(words);
    }
    case 'accepted': {
      const deposit = depositDue(shown);
      const next = deposit > 0 ? `Next is the deposit of ${formatCents(deposit)}.` : already;
      return good(`${signed} ${next || `${company.name} will call you to schedule the work.`}`);
    }
    case 'processing':
      return plain(
        `${signed} ${onItsWay(page)} This can take a few business days. We'll email you when it clears.`.trim(),
      );
    case 'deposit_paid':
      return good(`${formatCents(paidOf(shown))} is paid. Thank you. ${onItsWay(page)}`.trim());
    case 'paid':
      return good('This estimate is paid in full. Thank you.');
    case 'refunded':
      return plain(`${formatCents(payment.state?.refundedCents ?? 0)} was refunded to you.`);
    case 'disputed':
      return { tone: 'bad', icon: 'clock', words: 'A payment for this estimate is disputed with your bank.' };
    case 'declined':
      return plain(
        `You declined this estimate${estimate.declined_at ? ` on ${day(estimate.declined_at)}` : ''}. Changed your mind? Ask ${company.name} for a new estimate.`,
      );
    case 'expired':
      return plain(
        `This estimate was valid until ${formatDate(document.validUntil)}. Prices may have changed. Ask ${company.name} for a new estimate.`,
      );
    case 'superseded':
      return plain(
        `This is an earlier version. ${company.name} has sent you a newer estimate. Only that one can be accepted${acceptance ? ' and paid' : ''}. Look for their latest message.`,
      );
  }
};

const onItsWay = ({ payment: { state } }: Shown['page']): string =>
  state?.onItsWay?.status === 'processing'
    ? `Your bank payment of ${formatCents(state.onItsWay.amountCents)} is on its way.`
    : '';
