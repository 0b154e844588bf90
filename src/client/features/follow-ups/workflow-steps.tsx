import { Plus, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import { MAX_STEPS } from '#shared/features/follow-ups/steps.rules.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { OfferControl } from '../estimates/offer-control.tsx';
import { STEP_WORDS } from './channel-words.ts';
import { DayField } from './day-field.tsx';
import type { StepForm } from './follow-up-form.rules.ts';
import { MessageEditor, useBody } from './message-editor.tsx';
import { STEP_OFFER } from './messages-pane.tsx';
import { type Sample, useSample } from './use-sample.ts';
import type { WorkflowFormState } from './use-workflow-form.ts';
import { WorkflowRow } from './workflow-row.tsx';

interface StepProps {
  step: StepForm;
  index: number;
  state: WorkflowFormState;
  company: CompanyView;
  sample: Sample;
}

function Step({ step, index, state, company, sample }: StepProps) {
  const errorId = useId();
  const { channel } = state.values;
  const error = state.errors[`steps.${index}.day`];
  const wrong = state.errors[`steps.${index}.message`];
  const wrongOffer = Object.entries(state.errors).some(
    ([path, words]) => words !== undefined && path.startsWith(`steps.${index}.offer`),
  );
  const [opened, setOpened] = useState(false);
  // A row stays open once it has shown an error, so that it doesn't close while the error is being fixed.
  if (!opened && (wrong !== undefined || wrongOffer)) setOpened(true);
  const asText = channel !== 'email';
  const says = useBody(
    { step, first: index === 0 && ('maybe' as const), companyName: company.name, asText },
    sample.values,
  );
  const toggle = () => {
    setOpened(!opened);
    if (!opened) requestAnimationFrame(() => document.getElementsByName(`steps.${index}.message`)[0]?.focus());
  };
  return (
    <WorkflowRow
      when={
        <>
          <DayField
            index={index}
            day={step.day}
            errorId={error && errorId}
            onDay={(day) => state.changeStep(index, 'day', day)}
            onLeave={() => state.leave(`steps.${index}.day`)}
          />
          {error && <FieldError id={errorId}>{error}</FieldError>}
        </>
      }
      channel={channel}
      says={says}
      offer={step.offer ? (sample.values.offer ?? 'Offer') : undefined}
      edits={`Edit message ${index + 1}`}
      open={opened}
      onToggle={toggle}
      control={
        <IconButton
          label={`Remove follow-up ${index + 1}`}
          tip="Remove"
          onMouseDown={keepFocus}
          onClick={() => state.removeStep(step.key)}
        >
          <Trash2 className="i" aria-hidden />
        </IconButton>
      }
    >
      <MessageEditor
        step={step}
        index={index}
        title={`${STEP_WORDS[channel]} ${index + 1}`}
        date={undefined}
        reader="Denise"
        values={sample.values}
        longest={sample.longest}
        first={index === 0 && 'maybe'}
        companyName={company.name}
        asText={asText}
        control={
          <OfferControl
            {...STEP_OFFER}
            offer={step.offer}
            path={`steps.${index}.offer`}
            errors={state.errors}
            onChange={(offer, path) => state.changeOffer(index, offer, path)}
            onLeave={(path) => state.leave(path)}
          />
        }
        error={wrong}
        onChange={(message) => state.changeStep(index, 'message', message)}
        onLeave={() => state.leave(`steps.${index}.message`)}
      />
    </WorkflowRow>
  );
}

/** The follow-up steps' rows, in the order in which they're sent, and the button that adds one. */
export function WorkflowSteps({ state, company }: { state: WorkflowFormState; company: CompanyView }) {
  const { values: form } = state;
  const sample = useSample(company.timeZone);
  return (
    <>
      <ol aria-labelledby="wf-follow-ups">
        {form.steps.map((step, index) => (
          <Step
            key={step.key}
            step={step}
            index={index}
            state={state}
            company={company}
            sample={sample(step.day, step.offer)}
          />
        ))}
      </ol>
      <div className="row wf-add">
        <Button icon={<Plus className="i" aria-hidden />} onMouseDown={keepFocus} onClick={state.addStep}>
          Add a follow-up
        </Button>
        <span className="sm muted num">
          {form.steps.length} of {MAX_STEPS}
        </span>
      </div>
    </>
  );
}
