import { Plus, Trash2 } from 'lucide-react';
import { useId } from 'react';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import { MAX_STEPS } from '#shared/features/follow-ups/steps.rules.ts';
import { offerEnds } from '#shared/features/follow-ups/offer.rules.ts';
import type { TagValues } from '#shared/features/follow-ups/tags.rules.ts';
import { priceEstimate } from '#shared/features/pricing/price.rules.ts';
import type { PricingView } from '#shared/features/pricing/pricing.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { DAY } from '#shared/primitives/durations.ts';
import { useNow } from '../../lib/now.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { FieldError } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { DayField } from './day-field.tsx';
import { DaysRail } from './days-rail.tsx';
import { daysToAsk, type StepForm } from './follow-up-form.rules.ts';
import { MessageEditor } from './message-editor.tsx';
import { CHANNEL_WORDS, STEP_WORDS } from './channel-words.ts';
import type { WorkflowFormState } from './use-workflow-form.ts';

const SAMPLE = { name: 'Denise Okafor', address: '118 Larkmeadow Ct, Boise', feet: 96, gates: 1 };

/** What the sample's fence costs by the company's own prices; null where it has no price. */
const samplePrice = (pricing: PricingView | undefined): number | null => {
  const material = pricing?.materials[0];
  if (!pricing || !material) return null;
  const { basePriceCents, gatePriceCents } = pricing;
  const { premiumCents } = material;
  try {
    return priceEstimate({
      perimeter: SAMPLE.feet,
      gateCount: SAMPLE.gates,
      basePriceCents,
      gatePriceCents,
      premiumCents,
    }).totalCents;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};

/** Fills the tags as for a lead named Denise, whose step of that day goes out from now. */
const useSample = (zone: string) => {
  const { data: pricing } = trpc.pricing.get.useQuery();
  const now = useNow();
  const estimateCents = samplePrice(pricing);
  return (day: string): TagValues => ({
    name: SAMPLE.name,
    address: SAMPLE.address,
    totalFeet: SAMPLE.feet,
    estimateCents,
    offerEnds: offerEnds(new Date(now.getTime() + (Number(day) || 0) * DAY), zone),
  });
};

interface StepProps {
  step: StepForm;
  index: number;
  state: WorkflowFormState;
  company: CompanyView;
  values: TagValues;
}

function Step({ step, index, state, company, values }: StepProps) {
  const errorId = useId();
  const { channel } = state.form;
  const error = state.errorOf(`steps.${index}.day`, step.key);
  return (
    <li className="fu-message">
      <div className="row">
        <DayField
          index={index}
          day={step.day}
          errorId={error && errorId}
          onDay={(day) => state.changeStep(step.key, { day })}
          onLeave={() => state.leave(step.key, 'day')}
        />
        <span className="sm muted grow">{Number(step.day) === 1 ? 'day' : 'days'} after you activate it</span>
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
      <MessageEditor
        step={step}
        index={index}
        title={`${STEP_WORDS[channel]} ${index + 1}`}
        date={undefined}
        reader="Denise"
        values={values}
        companyName={company.name}
        asText={channel !== 'email'}
        error={state.errorOf(`steps.${index}.message`, step.key)}
        onChange={(message) => state.changeStep(step.key, { message })}
        onLeave={() => state.leave(step.key, 'message')}
      />
    </li>
  );
}

/** The days to scale, then each with its message and as a homeowner reads it. */
export function WorkflowSteps({ state, company }: { state: WorkflowFormState; company: CompanyView }) {
  const { form } = state;
  const sample = useSample(company.timeZone);
  const posts = daysToAsk(form.steps).map((day) => ({ day, date: undefined }));
  return (
    <div className="stack">
      {posts.length > 0 && <DaysRail posts={posts} today={undefined} what={CHANNEL_WORDS[form.channel]} />}
      <ol>
        {form.steps.map((step, index) => (
          <Step key={step.key} step={step} index={index} state={state} company={company} values={sample(step.day)} />
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
