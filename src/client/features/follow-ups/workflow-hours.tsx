import { WIDEST_HOURS } from '#shared/features/permission/day-window.rules.ts';
import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import type { WorkflowFormState } from './use-workflow-form.ts';
import { hoursLine, weekWords, type WorkflowForm } from './workflow-form.rules.ts';

/** The texting hours in a week without holidays, under state law and the company's settings. */
function Week({ form }: { form: WorkflowForm }) {
  const { data: week } = trpc.workflow.textHours.useQuery();
  if (!week) return null;
  return (
    <div className="note block">
      <p>
        <b>
          {week.stateName === null
            ? 'Texts are sent at these times in the homeowner’s time zone:'
            : `Texts to ${week.stateName} are sent at these times:`}
        </b>
      </p>
      <ul className="num">
        {weekWords(week, form).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-2">
        For jobs in another state, that state’s laws apply, in the homeowner’s time zone. You can narrow these hours but
        not widen them.
      </p>
    </div>
  );
}

/** The texting hours (C15), folded to one line until they're changed or wrong. */
export function WorkflowHours({ state }: { state: WorkflowFormState }) {
  const { values: form, field, errors } = state;
  const [opened, setOpened] = useState(false);
  const wrong = errors['sendFrom'] !== undefined || errors['sendUntil'] !== undefined;
  // It stays open once it has shown an error, so that it doesn't close while the error is being fixed.
  if (wrong && !opened) setOpened(true);
  return (
    <details className="wf-fold" open={opened}>
      {/* Opened by React alone, because the browser's own toggle could close it over an error. */}
      <summary
        onClick={(event) => {
          event.preventDefault();
          setOpened(!opened);
        }}
      >
        <span className="wf-fold-name">Texting hours</span> <span className="muted cut">{hoursLine(form)}</span>
      </summary>
      <div className="stack">
        <div className="wf-times">
          <Field label="Texts from" error={errors['sendFrom']}>
            <Input
              {...field('sendFrom')}
              type="time"
              className="num"
              min={WIDEST_HOURS.from}
              max={WIDEST_HOURS.until}
            />
          </Field>
          <Field label="Texts until" error={errors['sendUntil']}>
            <Input
              {...field('sendUntil')}
              type="time"
              className="num"
              min={WIDEST_HOURS.from}
              max={WIDEST_HOURS.until}
            />
          </Field>
        </div>
        <Week form={form} />
      </div>
    </details>
  );
}
