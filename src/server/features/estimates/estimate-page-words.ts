import type { ICONS } from './page-frame.tsx';
import { depositDue, dueBeyondDeposit, paidOf, type Shown } from './shown-page.ts';

export interface Note {
  tone: 'good' | 'bad' | '';
  icon: keyof typeof ICONS;
  words: string;
}

type Noted = Pick<Shown, 'page' | 'words'>;

/** Joins sentences with spaces and skips empty ones. */
const joined = (...said: readonly (string | null)[]): string => said.filter(Boolean).join(' ');

/** Returns a sentence about a bank payment that failed. Returns null if the newest payment didn't fail. */
const failedWords = ({ page: { payment, document, version }, words }: Noted): string | null => {
  const failed = payment.state?.failed;
  if (!failed) return null;
  const { money, dayOf } = words.format;
  const amount = money(failed.amountCents);
  const day = dayOf(failed.at, version.estimate.job_zone ?? document.company.timeZone);
  return words.state.paymentFailed({ amount, day });
};

/** Returns the page's main status. Returns null while the estimate is open and has no paid or processing payment. */
export const stateNote = (shown: Noted): Note | null => {
  const note = noteOf(shown);
  const newer = newerWords(shown);
  const failed = failedWords(shown);
  const said = note && newer ? { ...note, words: joined(note.words, newer) } : note;
  return failed === null ? said : { tone: 'bad', icon: 'warning', words: joined(failed, said?.words ?? null) };
};

/**
 * Returns a note that a newer version exists. Returns null if there isn't a newer version, or if the page's main status
 * already says that there is. A paid version stays valid, but its page shows the note.
 */
export const newerWords = ({ page: { version, state, document }, words }: Noted): string | null =>
  version.hasNewer && state !== 'superseded' ? words.state.newer({ company: document.company.name }) : null;

const noteOf = (shown: Noted): Note | null => {
  const { page } = shown;
  const words = shown.words.state;
  const { money, day, dayOf } = shown.words.format;
  const { document, version, payment } = page;
  const { estimate, acceptance } = version;
  const { timeZone } = document.company;
  const company = document.company.name;
  const signed = acceptance && words.accepted({ day: dayOf(acceptance.at, timeZone) });
  const paid = paidOf(shown);
  const already = paid > 0 ? words.earlierPayment({ amount: money(paid) }) : null;
  const good = (...said: (string | null)[]): Note => ({ tone: 'good', icon: 'check', words: joined(...said) });
  const plain = (...said: (string | null)[]): Note => ({ tone: '', icon: 'clock', words: joined(...said) });
  const due = dueBeyondDeposit(shown);
  const dueNow = due === null ? null : words.dueNow({ amount: money(due) });
  const ended = (icon: Note['icon'], said: string): Note => ({ tone: '', icon, words: said });
  switch (page.state) {
    case 'open':
      return joined(already, onItsWay(shown)) === '' ? null : plain(already, onItsWay(shown));
    case 'accepted': {
      const deposit = depositDue(shown);
      const next = deposit > 0 ? words.nextDeposit({ amount: money(deposit) }) : already;
      return good(signed, dueNow ?? next ?? shown.words.dock.willCall({ company }));
    }
    case 'processing':
      return plain(signed, onItsWay(shown), words.clears);
    case 'deposit_paid':
      return good(words.depositPaid({ amount: money(paid) }), onItsWay(shown) ?? dueNow);
    case 'paid':
      return good(words.paid);
    case 'refunded':
      return ended('undo', words.refunded({ amount: money(payment.state?.refundedCents ?? 0) }));
    case 'disputed':
      return {
        tone: 'bad',
        icon: 'warning',
        words: payment.state?.problem === 'dispute_lost' ? words.disputeLost({ company }) : words.disputed,
      };
    case 'declined':
      return ended(
        'x',
        estimate.declined_at
          ? words.declinedOn({ day: dayOf(estimate.declined_at, timeZone), company })
          : words.declined({ company }),
      );
    case 'expired':
      return plain(words.expired({ day: day(document.validUntil), company }));
    case 'superseded':
      return ended('layers', (acceptance ? words.supersededSigned : words.superseded)({ company }));
  }
};

const onItsWay = ({ page: { payment }, words }: Noted): string | null =>
  payment.state?.onItsWay?.status === 'processing'
    ? words.state.onItsWay({ amount: words.format.money(payment.state.onItsWay.amountCents) })
    : null;
