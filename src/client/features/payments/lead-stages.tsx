import { Fragment } from 'react';
import type { StageView } from '#shared/features/payments/payment-plan.schema.ts';
import { dueInWords } from '#shared/features/payments/stage-words.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { localDate } from '#shared/primitives/local-date.ts';
import { formatCalendarDay } from '../../lib/dates.ts';
import { Badge } from '../../ui/badge.tsx';

const stateOf = ({ status, due, dueOn, paidCents }: StageView): string => {
  if (status === 'paid') return 'Paid';
  const part = paidCents > 0 ? `. ${formatCents(paidCents)} of it is paid` : '';
  return dueOn !== null && status === 'due'
    ? `Due since ${formatCalendarDay(localDate(dueOn))}${part}`
    : `Due ${dueInWords(due)}${part}`;
};

/** The stages of a signed estimate's payment plan: what each asks for, when, and what of it is paid. */
export function LeadStages({ stages }: { stages: readonly StageView[] }) {
  if (stages.length === 0) return null;
  return (
    <dl className="kv lead-stages" aria-label="Payment plan">
      {stages.map((stage, index) => (
        <Fragment key={index}>
          <dt className="wrap-anywhere">{stage.label}</dt>
          <dd className="num">
            {formatCents(stage.cents)} {stage.status === 'due' && <Badge>Due</Badge>}
            <br />
            <span className="sm muted">{stateOf(stage)}</span>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
