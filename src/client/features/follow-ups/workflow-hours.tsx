import { WIDEST_HOURS } from '#shared/features/permission/day-window.rules.ts';
import { trpc } from '../../lib/trpc.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import type { WorkflowFormState } from './use-workflow-form.ts';
import { type TimeField, waitWords, weekWords, type WorkflowForm } from './workflow-form.rules.ts';

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

/** The send time and the texting hours (C15). */
export function WorkflowHours({ state }: { state: WorkflowFormState }) {
  const { values: form, field, errors } = state;
  const bind = (name: TimeField) => ({ ...field(name), type: 'time', className: 'num' });
  return (
    <section className="stack" aria-labelledby="hours-title">
      <h2 id="hours-title">When follow-ups are sent</h2>
      <div className="wf-times">
        <Field label="Send time" error={errors['sendTime']} hint={waitWords(form) ?? 'In the job’s time zone'}>
          <Input {...bind('sendTime')} />
        </Field>
        {form.channel !== 'email' && (
          <>
            <Field label="Texts from" error={errors['sendFrom']}>
              <Input {...bind('sendFrom')} min={WIDEST_HOURS.from} max={WIDEST_HOURS.until} />
            </Field>
            <Field label="Texts until" error={errors['sendUntil']}>
              <Input {...bind('sendUntil')} min={WIDEST_HOURS.from} max={WIDEST_HOURS.until} />
            </Field>
          </>
        )}
      </div>
      {form.channel !== 'email' && <Week form={form} />}
    </section>
  );
}
