import { formatCents } from '#shared/primitives/cents.ts';
import { formatPhone } from '#shared/primitives/phone.ts';
import { FormProblem } from './estimate-page-answer.tsx';
import { Icon, ICONS } from './page-frame.tsx';
import { depositDue, depositWords, isDoneForNow, pathOf, pdfPathOf, type Shown } from './shown-page.ts';

/** What to do next: at most one primary button, others below it; at the bottom of the screen on phones. */
export function Dock({ shown }: { shown: Shown }) {
  const { document, state } = shown.page;
  return (
    <aside className="dock" aria-label={`Answer ${document.company.name}`}>
      {state === 'open' ? <Accept shown={shown} /> : <Pay shown={shown} />}
      <Acts shown={shown} />
    </aside>
  );
}

/** The other things that can be done: under the estimate on phones, in the dock on wide screens. */
export function Acts({ shown }: { shown: Shown }) {
  const { state } = shown.page;
  return (
    <div className="acts">
      <a className="btn" href="#ask">
        <Icon d={ICONS.question} /> Ask a question
      </a>
      <a className="btn" href={pdfPathOf(shown)}>
        <Icon d={ICONS.download} /> Download PDF
      </a>
      {state === 'open' && (
        <a className="btn btn-quiet" href="#decline">
          Decline
        </a>
      )}
    </div>
  );
}

function Accept({ shown }: { shown: Shown }) {
  const { document, payment } = shown.page;
  const { chosen, company } = document;
  const deposit = depositDue(shown);
  const online = payment.connected && deposit > 0;
  return (
    <>
      <div className="wide">
        <p className="muted">{deposit === 0 ? 'Due today' : online ? 'Deposit today' : 'Deposit'}</p>
        <p className="deposit num">{formatCents(deposit)}</p>
        <p className="sm muted">
          {deposit > 0 && `${depositWords(shown)} `}
          {chosen.balanceCents > 0 && 'The balance is due at completion.'}
        </p>
      </div>
      <a className="btn btn-primary" href="#sign">
        <Icon d={ICONS.pen} /> Accept and sign
      </a>
      <p className="xs muted narrow">
        {deposit === 0 && 'Nothing is due today'}
        {deposit > 0 && (
          <>
            Deposit{online && ' today'} <span className="num">{formatCents(deposit)}</span>
            {online && `, paid to ${company.name} by card or bank`}
            {chosen.deposit.reason !== null && `. ${chosen.deposit.reason}.`}
          </>
        )}
      </p>
    </>
  );
}

const LABEL = { deposit: 'Pay the deposit', balance: 'Pay the balance', full: 'Pay in full' } as const;

function Pay({ shown }: { shown: Shown }) {
  const { page, refused } = shown;
  const { company } = page.document;
  const { due, connected } = page.payment;
  const first = (['deposit', 'balance', 'full'] as const).find((what) => due[what] !== null);
  if (isDoneForNow(shown)) return <DoneForNow shown={shown} payBalance={connected} />;
  if (first === undefined) return <Call shown={shown} />;
  if (!connected)
    return (
      <div>
        <p className="sm">
          Pay {first === 'deposit' ? 'the deposit' : 'the balance'} of{' '}
          <span className="num">{formatCents(due[first] ?? 0)}</span> directly to {company.name}. See the terms.
        </p>
        <Call shown={shown} />
      </div>
    );
  return (
    <div className="pay">
      <PayForm shown={shown} what={first} look="btn-primary" />
      {first !== 'full' && due.full !== null && <PayForm shown={shown} what="full" />}
      <FormProblem refused={refused?.form === 'pay' ? refused : null} />
      <p className="xs muted">You pay {company.name} on Stripe's secure page, by card or bank.</p>
    </div>
  );
}

/** After the deposit: what comes next, and the balance for whoever wants to pay it early. */
function DoneForNow({ shown, payBalance }: { shown: Shown; payBalance: boolean }) {
  const { page, refused } = shown;
  return (
    <div className="pay">
      <p className="done-for-now">You're done for now</p>
      <p className="sm muted">
        {page.version.estimate.work_started_at === null
          ? `${page.document.company.name} will call you to schedule the work.`
          : 'The balance is due when the work is done.'}
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
      <input type="hidden" name="what" value={what} />
      <button className={look === undefined ? 'btn' : `btn ${look}`} type="submit">
        {LABEL[what]}, {formatCents(amount)}
      </button>
    </form>
  );
}

const mailOf = ({ page: { document } }: Shown): string =>
  `mailto:${encodeURIComponent(document.company.email).replace('%40', '@')}?subject=${encodeURIComponent(`Estimate ${document.number}`)}`;

/** Where there is nothing more to press, how to reach the contractor. */
function Call({ shown }: { shown: Shown }) {
  const { company } = shown.page.document;
  return (
    <div className="row">
      {company.phone !== null && (
        <a className="btn" href={`tel:${company.phone.replace(/[^\d+]/g, '')}`}>
          <Icon d={ICONS.phone} /> Call {formatPhone(company.phone)}
        </a>
      )}
      <a className="btn" href={mailOf(shown)}>
        <Icon d={ICONS.mail} /> Email
      </a>
    </div>
  );
}
