import { shownStages, type StageNow } from '#shared/features/payments/payment-plan.rules.ts';
import { dueInWords, stageLabel } from '#shared/features/payments/stage-words.ts';
import { Money } from './estimate-page-line.tsx';
import { isOver, type Shown } from './shown-page.ts';

/** Renders the payment plan: what is due when, and what of it is paid. Nothing for a deposit and the rest. */
export function Stages({ shown }: { shown: Shown }) {
  const { document, stages } = shown.page;
  const { words } = shown;
  if (!document.hasPlan || isOver(shown)) return null;
  return (
    <section className="sum" id="payments" aria-labelledby="payments-title">
      <h2 id="payments-title">{words.stages.title}</h2>
      {shownStages(stages).map((stage, index) => (
        <div key={index}>
          <span className="what">
            <b>{stageLabel(stage.label, document.language)}</b>
            <br />
            <span className={stage.status === 'due' ? undefined : 'muted'}>{stateOf(stage, shown)}</span>
          </span>
          <Money cents={stage.cents} />
        </div>
      ))}
    </section>
  );
}

/** Says when a stage is due, or that it's paid, such as 'Due now · $100.00 of it is paid'. */
const stateOf = (stage: StageNow, { words, page }: Shown): string => {
  const { status, due, paidCents } = stage;
  if (status === 'paid') return words.stages.paid;
  const state =
    status === 'due' ? words.stages.due : words.stages.later({ when: dueInWords(due, page.document.language) });
  return paidCents > 0 ? `${state} · ${words.stages.paidOf({ paid: words.format.money(paidCents) })}` : state;
};
