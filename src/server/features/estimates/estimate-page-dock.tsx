import type { ReactNode } from 'react';
import type { OpenChange } from '#core/features/agreements/read-page.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { FormProblem, FormLanguage } from './estimate-page-answer.tsx';
import { Money } from './estimate-page-line.tsx';
import { Icon, ICONS, Parts } from './page-frame.tsx';
import {
  depositDue,
  depositWords,
  invoicePathOf,
  isDoneForNow,
  isOver,
  pathOf,
  pdfPathOf,
  type Shown,
  visitPathOf,
} from './shown-page.ts';

/**
 * Renders the next step, with at most one primary button and the secondary actions below it. On phones, this part is
 * fixed to the bottom of the screen.
 */
export function Dock({ shown }: { shown: Shown }) {
  const { document, state } = shown.page;
  return (
    <aside className="dock" aria-label={shown.words.dock.answer({ company: document.company.name })}>
      {shown.page.change && <SignChange shown={shown} open={shown.page.change} />}
      {state === 'open' ? <Accept shown={shown} /> : <Pay shown={shown} />}
      <Acts shown={shown} />
    </aside>
  );
}

/**
 * Renders the secondary actions, such as asking a question or downloading the PDF. They appear below the estimate on
 * phones, and in the dock on wide screens.
 */
export function Acts({ shown }: { shown: Shown }) {
  const { state } = shown.page;
  const words = shown.words.dock;
  const download = (
    <a className="btn" href={pdfPathOf(shown)}>
      <Icon d={ICONS.download} /> {words.download}
    </a>
  );
  return (
    <div className="acts">
      {state === 'paid' && download}
      {!isOver(shown) && (
        <a className="btn" href="#ask">
          <Icon d={ICONS.question} /> {words.ask}
        </a>
      )}
      {shown.page.takesVisits && !isOver(shown) && (
        <a className="btn" href={visitPathOf(shown)}>
          <Icon d={ICONS.calendar} /> {words.visit}
        </a>
      )}
      {(isOver(shown) || hasNothingDue(shown)) && <Write shown={shown} />}
      {state !== 'paid' && download}
      {shown.page.document.accepted && (
        <a className="btn" href={invoicePathOf(shown)}>
          <Icon d={ICONS.download} /> {words.invoice}
        </a>
      )}
      {(state === 'open' || shown.page.change) && (
        <a className="btn btn-quiet" href="#decline">
          {state === 'open' ? words.decline : shown.words.change.decline.link}
        </a>
      )}
    </div>
  );
}

function Accept({ shown }: { shown: Shown }) {
  const { document, payment } = shown.page;
  const { chosen, company } = document;
  const words = shown.words.dock;
  const { money } = shown.words.format;
  const deposit = depositDue(shown);
  const online = payment.connected && deposit > 0;
  return (
    <>
      <div className="wide">
        <p className="muted">{deposit === 0 ? words.dueToday : online ? words.depositToday : words.deposit}</p>
        <p className="deposit num">{money(deposit)}</p>
        <p className="sm muted">
          {deposit > 0 && `${depositWords(shown)} `}
          {chosen.balanceCents > 0 && (document.hasPlan ? words.later : words.balance)}
        </p>
      </div>
      <a className="btn btn-primary" href="#sign">
        <Icon d={ICONS.pen} /> {words.accept}
      </a>
      <p className="xs muted narrow">
        {deposit === 0 && words.nothingToday}
        {deposit > 0 && (
          <>
            <Parts
              of={
                online
                  ? words.depositTodayOf.parts<ReactNode>({ amount: <Money cents={deposit} />, company: company.name })
                  : words.depositOf.parts({ amount: <Money cents={deposit} /> })
              }
            />
            {chosen.deposit.reason !== null && `. ${sentences(chosen.deposit.reason)}`}
          </>
        )}
      </p>
    </>
  );
}

/** Renders the way to the change that waits for a signature. It goes before any payment. */
function SignChange({ shown, open }: { shown: Shown; open: OpenChange }) {
  const { change: words, format } = shown.words;
  return (
    <>
      <div className="wide">
        <p className="muted">{words.newTotal}</p>
        <p className="deposit num">{format.money(open.change.totalCents)}</p>
      </div>
      <a className="btn btn-primary" href="#sign">
        <Icon d={ICONS.pen} /> {words.sign.button}
      </a>
    </>
  );
}

/** Returns the payment that is due first. Undefined if nothing is due. */
const firstDue = ({ page: { payment } }: Shown) =>
  (['deposit', 'part', 'balance', 'full'] as const).find((what) => payment.due[what] !== null);

/** Returns whether the dock shows only the secondary actions, because there's nothing to sign or pay. */
const hasNothingDue = (shown: Shown): boolean =>
  shown.page.state !== 'open' && !isDoneForNow(shown) && firstDue(shown) === undefined;

const LABEL = { deposit: 'payDeposit', part: 'payPart', balance: 'payBalance', full: 'payFull' } as const;

const DIRECTLY = {
  deposit: 'depositDirectly',
  part: 'partDirectly',
  balance: 'balanceDirectly',
  full: 'balanceDirectly',
} as const;

function Pay({ shown }: { shown: Shown }) {
  const { page, refused } = shown;
  const words = shown.words.dock;
  const { company } = page.document;
  const { due, connected } = page.payment;
  const first = firstDue(shown);
  // a change that waits for a signature is the next step
  if (isDoneForNow(shown)) return page.change ? null : <DoneForNow shown={shown} payBalance={connected} />;
  if (isOver(shown)) return <AskForNew shown={shown} />;
  if (first === undefined)
    return (
      <div className="wide">
        <h2 className="dock-title">{page.state === 'paid' ? words.paid : words.questions}</h2>
      </div>
    );
  if (!connected)
    return (
      <div>
        <p className="sm">
          <Parts
            of={words[DIRECTLY[first]].parts<ReactNode>({
              amount: <Money cents={due[first] ?? 0} />,
              company: company.name,
            })}
          />
        </p>
        <div className="row">
          <Write shown={shown} />
        </div>
      </div>
    );
  return (
    <div className="pay">
      <div className="wide">
        <p className="muted">
          {first === 'deposit' ? words.deposit : first === 'part' ? words.dueNow : shown.words.left}
        </p>
        <p className="deposit num">{shown.words.format.money(due[first] ?? 0)}</p>
      </div>
      <PayForm shown={shown} what={first} look={page.change ? undefined : 'btn-primary'} />
      {first !== 'full' && due.full !== null && <PayForm shown={shown} what="full" />}
      {first === 'part' && due.balance !== null && <PayForm shown={shown} what="balance" look="btn-link" />}
      <FormProblem refused={refused?.form === 'pay' ? refused : null} />
      <p className="xs muted">{words.onStripe({ company: company.name })}</p>
    </div>
  );
}

/**
 * Renders the next steps after the deposit is paid. If `payBalance` is true, adds a button to pay the balance early.
 */
function DoneForNow({ shown, payBalance }: { shown: Shown; payBalance: boolean }) {
  const { page, refused } = shown;
  const words = shown.words.dock;
  return (
    <div className="pay">
      <h2 className="dock-title">{words.doneForNow}</h2>
      <p className="sm muted">
        {page.version.estimate.work_started_at === null || page.document.hasPlan
          ? words.willCall({ company: page.document.company.name })
          : words.balanceAfterWork}
      </p>
      {payBalance && page.payment.due.balance !== null && <PayForm shown={shown} what="balance" look="btn-link" />}
      <FormProblem refused={refused?.form === 'pay' ? refused : null} />
    </div>
  );
}

interface PayFormProps {
  shown: Shown;
  what: keyof typeof LABEL;
  look?: 'btn-primary' | 'btn-link' | undefined;
}

function PayForm({ shown, what, look }: PayFormProps) {
  const amount = shown.page.payment.due[what] ?? 0;
  return (
    <form method="post" action={pathOf(shown, 'pay')} data-call="pay">
      <FormLanguage shown={shown} />
      <input type="hidden" name="what" value={what} />
      <button className={look === undefined ? 'btn' : `btn ${look}`} type="submit">
        {shown.words.dock[LABEL[what]]({ amount: shown.words.format.money(amount) })}
      </button>
    </form>
  );
}

const mailOf = ({ page: { document }, words }: Shown): string =>
  `mailto:${encodeURIComponent(document.company.email).replace('%40', '@')}?subject=${encodeURIComponent(words.emailSubject({ number: document.number }))}`;

/** Renders a link to email the contractor. The page header contains the phone link. */
const Write = ({ shown }: { shown: Shown }) => (
  <a className="btn" href={mailOf(shown)}>
    <Icon d={ICONS.mail} /> {shown.words.email}
  </a>
);

/** Renders a link to the form for requesting a new estimate, or a note that the request was sent. */
const AskForNew = ({ shown: { page, words, asked } }: { shown: Shown }) =>
  asked ? (
    <p className="wide muted">{words.ask.forNew.sent({ company: page.document.company.name })}</p>
  ) : (
    <>
      <h2 className="wide dock-title">{words.dock.over}</h2>
      <a className="btn btn-primary" href="#ask">
        {words.dock.askForNew}
      </a>
    </>
  );
