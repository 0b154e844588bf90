import { fenceRunSvg } from '#shared/features/estimates/fence-run.ts';
import { discountWords } from '#shared/features/estimates/offer-price.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import { depositDue, paidOf, pathOf, type Shown } from './shown-page.ts';

export const Money = ({ cents }: { cents: number }) => <span className="num">{formatCents(cents)}</span>;

export function Headline({ shown: { page } }: { shown: Shown }) {
  const { document, state } = page;
  const { customer, chosen } = document;
  return (
    <section className="stack">
      <p className="muted">
        Estimate for {customer.name}
        {customer.address !== null && `, ${customer.address}`}
      </p>
      <h1 className="hero-price num">{formatCents(chosen.totalCents)}</h1>
      <p className="muted">
        {chosen.label !== null && <b className="chosen">{chosen.label}. </b>}
        {(state === 'open' || state === 'expired') && (
          <>
            <span className="num">
              {state === 'expired' ? 'Was valid' : 'Valid'} until {formatDate(document.validUntil)}.
            </span>{' '}
          </>
        )}
        <span className="num">Sent {formatDate(document.date)}.</span>{' '}
        <span className="num">No. {document.number}</span>
      </p>
    </section>
  );
}

/** What there is to choose: links, so that choosing works without script and the back button undoes it. */
export function Options({ shown }: { shown: Shown }) {
  const { document, state } = shown.page;
  if (document.options.length < 2) return null;
  const decided = document.accepted;
  return (
    <nav className="stack" id="options" aria-label="Options">
      <h2>{decided ? 'The options of this estimate' : 'Choose one of these options'}</h2>
      <ul className="options">
        {document.options.map((option) => {
          const current = option.id === document.chosen.id;
          const body = (
            <>
              <span className="grow">
                <b>{option.label}</b>
                <br />
                <span className="muted">
                  {formatFeet(option.perimeter)} of {option.materialType}, {option.gateCount} gate
                  {option.gateCount === 1 ? '' : 's'}
                </span>
              </span>
              <Money cents={option.totalCents} />
            </>
          );
          return (
            <li key={option.id}>
              {decided || state !== 'open' ? (
                <div className={current ? 'option on' : 'option'}>{body}</div>
              ) : (
                <a
                  className={current ? 'option on' : 'option'}
                  href={`${pathOf(shown)}?option=${option.id}`}
                  aria-current={current ? 'true' : undefined}
                >
                  {body}
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

export function Run({ shown: { page } }: { shown: Shown }) {
  const { perimeter, gateCount, materialType } = page.document.chosen;
  const run = { perimeter, gates: gateCount, material: materialType };
  const narrow = { __html: fenceRunSvg({ ...run, width: 358, height: 104 }) };
  const wide = { __html: fenceRunSvg({ ...run, width: 600, height: 130 }) };
  return (
    <section className="stack">
      <div className="phone" dangerouslySetInnerHTML={narrow} />
      <div className="desk" dangerouslySetInnerHTML={wide} />
      <div className="dim">{formatFeet(perimeter)}</div>
    </section>
  );
}

export function Lines({ shown }: { shown: Shown }) {
  const { chosen, offer } = shown.page.document;
  return (
    <section className="sum" aria-label="What it costs">
      {chosen.lines.map((line, index) => (
        <div key={line.label}>
          <span className="what">
            <b>{line.label}</b>
            <br />
            <span className="muted">
              {line.quantity} at {formatCents(line.unitCents)}
              {index === 0 && ' per foot'}
            </span>
          </span>
          <Money cents={line.amountCents} />
        </div>
      ))}
      {chosen.discountCents > 0 && (
        <div>
          <span className="what">
            <b>{offer ? discountWords(offer.discount) : 'Discount'}</b>
            <br />
            <span className="muted">
              Off <Money cents={chosen.subtotalCents} />
              {offer && `, until ${formatDate(offer.endsOn)}`}
            </span>
          </span>
          <Money cents={-chosen.discountCents} />
        </div>
      )}
      <div className="total">
        <span>Total</span>
        <Money cents={chosen.totalCents} />
      </div>
      <PaidRows shown={shown} />
    </section>
  );
}

/** What was paid for this job and what is left, where no payment of it is refunded or disputed (S16). */
function PaidRows({ shown }: { shown: Shown }) {
  const { document, state } = shown.page;
  const paid = paidOf(shown);
  if (paid === 0 || !WITH_STEPS.includes(state)) return null;
  return (
    <>
      <div>
        <span>Paid</span>
        <Money cents={-paid} />
      </div>
      <div className="left">
        <span>Left</span>
        <Money cents={Math.max(0, document.chosen.totalCents - paid)} />
      </div>
    </>
  );
}

type Step = { done: boolean; words: React.ReactNode };

const stepsOf = (shown: Shown): Step[] => {
  const { document, state, payment, version } = shown.page;
  const { chosen, company } = document;
  const deposit = depositDue(shown);
  const paid = paidOf(shown);
  const open = state === 'open';
  const payNow = payment.connected && deposit > 0;
  const steps: Step[] = [];
  if (version.acceptance) steps.push({ done: true, words: 'You accepted and signed' });
  else if (open)
    steps.push({
      done: true,
      words: (
        <>
          <strong>Today</strong>, you sign
          {payNow && (
            <>
              {' '}
              and pay the deposit of <Money cents={deposit} />
            </>
          )}
        </>
      ),
    });
  if (paid > 0)
    steps.push({
      done: true,
      words: (
        <>
          {paid === chosen.deposit.cents && 'The deposit of '}
          <Money cents={paid} /> is paid
        </>
      ),
    });
  else if (deposit > 0 && (!open || !payNow))
    steps.push({
      done: false,
      words: (
        <>
          The deposit of <Money cents={deposit} /> is due
        </>
      ),
    });
  const worked = version.estimate.work_done_at !== null;
  steps.push(
    worked
      ? { done: true, words: `${company.name} did the work` }
      : { done: false, words: `${company.name} will call you to schedule the work` },
  );
  const left = Math.max(0, chosen.totalCents - (paid || chosen.deposit.cents));
  if (left > 0)
    steps.push({
      done: false,
      words: (
        <>
          The balance of <Money cents={left} /> is due{worked ? ' now' : ' at completion'}
        </>
      ),
    });
  return steps;
};

const WITH_STEPS: readonly Shown['page']['state'][] = ['open', 'accepted', 'processing', 'deposit_paid', 'paid'];

export function NextSteps({ shown }: { shown: Shown }) {
  if (!WITH_STEPS.includes(shown.page.state)) return null;
  return (
    <section className="stack">
      <h2>What happens next</h2>
      <ol className="line">
        {stepsOf(shown).map(({ done, words }, index) => (
          <li key={index} className={done ? undefined : 'due'}>
            {words}
          </li>
        ))}
      </ol>
    </section>
  );
}
