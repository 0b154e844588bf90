import { balanceOf } from '#shared/features/balances/balance.rules.ts';
import { drawnFeet } from '#shared/features/drawing/fence-drawing.ts';
import { fencePlanSvg } from '#shared/features/drawing/fence-plan.ts';
import { fenceRunSvg } from '#shared/features/estimates/fence-run.ts';
import { addOnLines, countedLines } from '#shared/features/pricing/line-view.ts';
import { formatNumber } from '#shared/primitives/feet.ts';
import type { Phrase } from '#shared/primitives/phrase.ts';
import { FormLanguage, FormProblem } from './estimate-page-answer.tsx';
import { ChangeRows } from './estimate-page-change-rows.tsx';
import { LineWords, Money } from './estimate-page-line.tsx';
import { Parts } from './page-frame.tsx';
import {
  depositDue,
  discountIn,
  dueBeyondDeposit,
  isOver,
  leftOf,
  paidOf,
  pathOf,
  queryOf,
  type Shown,
} from './shown-page.ts';

export function Headline({ shown: { page, words } }: { shown: Shown }) {
  const { document, state } = page;
  const { customer, chosen } = document;
  const { name, address } = customer;
  return (
    <section className="stack">
      <p className="muted">{address === null ? words.estimateFor({ name }) : words.estimateForAt({ name, address })}</p>
      <h1 className="hero-price num">{words.format.money(document.jobCents)}</h1>
      <p className="muted">
        {chosen.label !== null && <b className="chosen">{words.chosen({ option: chosen.label })} </b>}
        {state === 'open' && (
          // A separate block, so that loading the font doesn't change the line breaks.
          <span className="num own-line">{words.validThrough({ day: words.format.day(document.validUntil) })}</span>
        )}
        <span className="num">{words.sentOn({ day: words.format.day(document.date) })}</span>{' '}
        <span className="num">{words.number({ number: document.number })}</span>
      </p>
    </section>
  );
}

/** Renders the options as links, so that they work without scripts and with the back button. */
export function Options({ shown }: { shown: Shown }) {
  const { document, state } = shown.page;
  const { words } = shown;
  if (document.options.length < 2) return null;
  const decided = document.accepted;
  return (
    <nav className="stack" id="options" aria-label={words.options}>
      <h2>{decided ? words.optionsDecided : words.optionsOpen}</h2>
      <ul className="options">
        {document.options.map((option) => {
          const current = option.id === document.chosen.id;
          const body = (
            <>
              <span className="grow">
                <b>{option.label}</b>
                <br />
                <span className="muted">
                  {words.option({
                    feet: words.format.feet(option.perimeter),
                    material: option.materialType,
                    count: option.gateCount,
                  })}
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
                  href={`${pathOf(shown)}${queryOf(shown, { option: option.id })}`}
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

export function Run({ shown: { page, words } }: { shown: Shown }) {
  const { chosen, changes } = page.document;
  const { materialType } = chosen;
  const { perimeter, gateCount } = changes.at(-1) ?? chosen;
  const label = words.run({ feet: formatNumber(perimeter), material: materialType, count: gateCount });
  const run = { perimeter, gates: gateCount, material: materialType, label };
  const narrow = { __html: fenceRunSvg({ ...run, width: 358, height: 104 }) };
  const wide = { __html: fenceRunSvg({ ...run, width: 600, height: 130 }) };
  return (
    <section className="stack">
      <div className="phone" dangerouslySetInnerHTML={narrow} />
      <div className="desk" dangerouslySetInnerHTML={wide} />
      <div className="dim">{words.format.feet(perimeter)}</div>
      <Plan shown={{ page, words }} />
    </section>
  );
}

/** Renders a top view of the fence that the homeowner drew. */
function Plan({ shown: { page, words } }: { shown: Pick<Shown, 'page' | 'words'> }) {
  const { drawing, language } = page.document;
  if (drawing === null) return null;
  const label = words.plan({ feet: words.format.feet(drawnFeet(drawing)) });
  const picture = (width: number, height: number) => ({
    __html: fencePlanSvg(drawing, { label, language, size: { width, height } }),
  });
  return (
    <>
      <div className="phone" dangerouslySetInnerHTML={picture(358, 240)} />
      <div className="desk" dangerouslySetInnerHTML={picture(600, 280)} />
    </>
  );
}

/**
 * Renders the add-ons that the homeowner can tick, as a form that works without scripts. With the page's script, each
 * tick is sent at once. Renders nothing if there are none or if the estimate can't be signed anymore.
 */
export function AddOns({ shown }: { shown: Shown }) {
  const { document, state } = shown.page;
  const { chosen, language } = document;
  const { addOns: words } = shown.words;
  const addOns = addOnLines(chosen.lines);
  if (addOns.length === 0 || state !== 'open') return null;
  const mine = shown.refused?.form === 'choose' ? shown.refused : null;
  return (
    <form
      className="stack"
      id="add-ons"
      method="post"
      action={pathOf(shown, 'choose')}
      data-auto
      aria-labelledby="add-ons-title"
    >
      <FormLanguage shown={shown} />
      {document.options.length > 1 && <input type="hidden" name="optionId" value={chosen.id} />}
      <h2 id="add-ons-title">{words.title}</h2>
      <div className="field">
        {addOns.map((line) => (
          <label className="check sum-check" key={line.addOn}>
            <input type="checkbox" name="addOn" value={line.addOn} defaultChecked={line.ticked} />
            <LineWords line={line} language={language} />
            <Money cents={line.totalCents} />
          </label>
        ))}
      </div>
      <FormProblem refused={mine} />
      <button className="btn" type="submit">
        {words.update}
      </button>
    </form>
  );
}

export function Lines({ shown }: { shown: Shown }) {
  const { chosen, offer, language } = shown.page.document;
  const { words } = shown;
  return (
    <section className="sum" id="costs" aria-label={words.costs}>
      {countedLines(chosen.lines).map((line, index) => (
        <div key={index}>
          <LineWords line={line} language={language} />
          <Money cents={line.totalCents} />
        </div>
      ))}
      {chosen.discountCents > 0 && (
        <div>
          <span className="what">
            <b>{offer ? discountIn(words, offer.discount) : words.discountRow}</b>
            <br />
            <span className="muted">
              <Parts
                of={
                  offer
                    ? words.offThrough.parts<React.ReactNode>({
                        price: <Money cents={chosen.subtotalCents} />,
                        day: words.format.day(offer.endsOn),
                      })
                    : words.off.parts({ price: <Money cents={chosen.subtotalCents} /> })
                }
              />
            </span>
          </span>
          <Money cents={-chosen.discountCents} />
        </div>
      )}
      {chosen.taxLabel !== null && (
        <div>
          <b className="what">{chosen.taxLabel}</b>
          <Money cents={chosen.taxCents} />
        </div>
      )}
      <div className="total">
        <span>{words.total}</span>
        <Money cents={chosen.totalCents} />
      </div>
      <ChangeRows shown={shown} />
      <PaidRows shown={shown} />
    </section>
  );
}

/**
 * Renders what was paid for this job, what went back, and what is left. If more was paid than the total, the last row is
 * the amount that the contractor owes the homeowner. Renders nothing if everything was refunded (S16).
 */
function PaidRows({ shown }: { shown: Shown }) {
  const { document, payment } = shown.page;
  const { words } = shown;
  const { receivedCents = 0, refundedCents = 0, givenBack = false } = payment.state ?? {};
  if (receivedCents === 0 || givenBack || isOver(shown)) return null;
  const left = leftOf(shown);
  return (
    <>
      <div>
        <span>{words.paid}</span>
        <Money cents={0 - receivedCents} />
      </div>
      {refundedCents > 0 && (
        <div>
          <span>{words.wentBack}</span>
          <Money cents={refundedCents} />
        </div>
      )}
      <div className="left">
        <span>{left < 0 ? words.owedBack({ company: document.company.name }) : words.left}</span>
        <Money cents={Math.abs(left)} />
      </div>
    </>
  );
}

type Step = { done: boolean; words: React.ReactNode };

const stepsOf = (shown: Shown): Step[] => {
  const { document, state, payment, version } = shown.page;
  const { next } = shown.words;
  const { chosen, company } = document;
  const deposit = depositDue(shown);
  const paid = paidOf(shown);
  const open = state === 'open';
  const payNow = payment.connected && deposit > 0;
  const withAmount = (words: Phrase<'amount'>, cents: number) => (
    <Parts of={words.parts({ amount: <Money cents={cents} /> })} />
  );
  const steps: Step[] = [];
  if (version.acceptance) steps.push({ done: true, words: next.signed });
  else if (open) {
    const today = <strong>{next.today}</strong>;
    const parts = payNow
      ? next.signAndPay.parts({ today, amount: <Money cents={deposit} /> })
      : next.sign.parts({ today });
    steps.push({ done: true, words: <Parts of={parts} /> });
  }
  const due = document.hasPlan ? dueBeyondDeposit(shown) : null;
  if (paid > 0)
    steps.push({ done: true, words: withAmount(paid === chosen.deposit.cents ? next.depositPaid : next.paid, paid) });
  else if (deposit > 0 && due === null && (!open || !payNow))
    steps.push({ done: false, words: withAmount(next.depositDue, deposit) });
  if (due !== null) steps.push({ done: false, words: withAmount(next.dueNow, due) });
  const worked = version.estimate.work_done_at !== null;
  const work = worked ? 'worked' : version.estimate.work_started_at === null ? 'schedule' : 'started';
  steps.push({ done: work !== 'schedule', words: next[work]({ company: company.name }) });
  const { onItsWay } = payment.state ?? {};
  const begun = onItsWay?.status === 'processing' ? onItsWay.amountCents : 0;
  const left = balanceOf({ totalCents: document.jobCents, paidCents: paid + begun || deposit });
  // The list of payments says what is due when.
  if (left > 0 && !document.hasPlan)
    steps.push({ done: false, words: withAmount(worked ? next.balanceDueNow : next.balanceDue, left) });
  return steps;
};

const WITH_STEPS: readonly Shown['page']['state'][] = ['open', 'accepted', 'processing', 'deposit_paid', 'paid'];

export function NextSteps({ shown }: { shown: Shown }) {
  if (!WITH_STEPS.includes(shown.page.state)) return null;
  const { title, titleLater } = shown.words.next;
  return (
    <section className="stack">
      <h2>{shown.page.state === 'open' ? title : titleLater}</h2>
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
