import { Plus, Trash2, Pencil } from 'lucide-react';
import { useId, useState } from 'react';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import { MAX_STEPS } from '#shared/features/follow-ups/steps.rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { DayField } from './day-field.tsx';
import { DaysRail } from './days-rail.tsx';
import { daysToAsk, type StepForm } from './follow-up-form.rules.ts';
import { MessageEditor, useBody } from './message-editor.tsx';
import { OfferControl } from '../estimates/offer-control.tsx';
import { STEP_OFFER } from './messages-pane.tsx';
import { CHANNEL_WORDS, STEP_WORDS } from './channel-words.ts';
import { type Sample, useSample } from './use-sample.ts';
import type { WorkflowFormState } from './use-workflow-form.ts';
import type { TagValues } from '#shared/features/follow-ups/tags.rules.ts';
import { TextMeasure } from './text-measure.tsx';

interface ClosedMessageProps {
  step: StepForm;
  index: number;
  /** 'Text 1' or 'Email 1'. */
  title: string;
  values: TagValues;
  longest: TagValues;
  companyName: string;
  asText: boolean;
  onOpen: () => void;
}

/** A message as a homeowner would get it. Pressing it opens the editor. */
function ClosedMessage({ step, index, title, values, longest, companyName, asText, onOpen }: ClosedMessageProps) {
  const shown = { step, first: index === 0 && ('maybe' as const), companyName, asText };
  const body = useBody(shown, values);
  const measured = useBody(shown, longest);
  return (
    <div className="fu-closed">
      <button type="button" className="bubble fu-open" aria-expanded={false} onClick={onOpen}>
        <span className="sr-only">Edit message {index + 1}: </span>
        {body || 'Write a message'}
      </button>
      <p className="row xs muted">
        <Pencil className="i" aria-hidden /> {title}
        {step.offer && <Badge>{values.offer ?? 'Offer'}</Badge>}
        {asText && body !== '' && <TextMeasure body={measured} atMost />}
      </p>
    </div>
  );
}

const MEASURED_WITH =
  'Text length is based on the longest first name, street address, fence length and amount among your newest leads.';

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
  const title = `${STEP_WORDS[channel]} ${index + 1}`;
  const asText = channel !== 'email';
  const open = () => {
    setOpened(true);
    requestAnimationFrame(() => document.getElementsByName(`steps.${index}.message`)[0]?.focus());
  };
  return (
    <li className="fu-message">
      <div className="row">
        <DayField
          index={index}
          day={step.day}
          errorId={error && errorId}
          onDay={(day) => state.changeStep(index, 'day', day)}
          onLeave={() => state.leave(`steps.${index}.day`)}
        />
        <span className="sm muted grow">{Number(step.day) === 1 ? 'day' : 'days'} after activation</span>
        <IconButton
          label={`Remove follow-up ${index + 1}`}
          tip="Remove"
          onMouseDown={keepFocus}
          onClick={() => state.removeStep(step.key)}
        >
          <Trash2 className="i" aria-hidden />
        </IconButton>
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {opened || wrong !== undefined || wrongOffer ? (
        <MessageEditor
          step={step}
          index={index}
          title={title}
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
      ) : (
        <ClosedMessage
          step={step}
          index={index}
          title={title}
          values={sample.values}
          longest={sample.longest}
          companyName={company.name}
          asText={asText}
          onOpen={open}
        />
      )}
    </li>
  );
}

/** The days on a line drawn to scale, followed by each day's message and a preview. */
export function WorkflowSteps({ state, company }: { state: WorkflowFormState; company: CompanyView }) {
  const { values: form } = state;
  const sample = useSample(company.timeZone);
  const posts = daysToAsk(form.steps).map((day) => ({ day, date: undefined }));
  return (
    <div className="stack">
      {posts.length > 0 && <DaysRail posts={posts} today={undefined} what={CHANNEL_WORDS[form.channel]} />}
      {form.channel !== 'email' && <p className="sm muted">{MEASURED_WITH}</p>}
      <ol>
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
      <div className="row">
        <Button icon={<Plus className="i" aria-hidden />} onMouseDown={keepFocus} onClick={state.addStep}>
          Add a follow-up
        </Button>
        <span className="sm muted num">
          {form.steps.length} of {MAX_STEPS}
        </span>
      </div>
    </div>
  );
}
