import type { AgentMode, AgentSettings } from '#shared/features/agent/agent.schema.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { Banner } from '../../ui/banner.tsx';
import { WeekHours } from '../../ui/day-hours.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { NewerNote } from '../../ui/newer-note.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import { isOn, MODE_WORDS, switchText, USUAL_HOURS } from './agent-form.rules.ts';
import { type AgentFormState, useAgentForm } from './use-agent-form.ts';

type Part = { state: AgentFormState };

const MODES: readonly { value: AgentMode; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'draft', label: 'Drafts' },
  { value: 'auto', label: 'Automatic' },
];

/** Settings for where the agent answers homeowners directly, without a draft. */
function Pages({ state: { values, change } }: Part) {
  return (
    <ul className="ag-rows">
      <li>
        <Switch
          checked={isOn(values.widget)}
          onChange={(event) => change('widget', switchText(event.target.checked))}
          label={
            <>
              <span className="block font-semibold">On your website’s form</span>
              <span className="sm muted">
                The agent appears next to the form. It answers questions, prices the fence and adds the lead.
              </span>
            </>
          }
        />
      </li>
      <li>
        <Switch
          checked={isOn(values.estimatePage)}
          onChange={(event) => change('estimatePage', switchText(event.target.checked))}
          label={
            <>
              <span className="block font-semibold">On the estimate page</span>
              <span className="sm muted">The agent explains the estimate you sent. It never changes the price.</span>
            </>
          }
        />
      </li>
    </ul>
  );
}

/** The settings for answering a lead's texts and emails. */
function Replies({ state: { values, change } }: Part) {
  const reply = (name: 'sms' | 'email', label: string) => {
    const mode = MODES.find(({ value }) => value === values[name])?.value ?? 'off';
    return (
      <div className="field">
        <span className="label">{label}</span>
        <Segmented label={label} value={mode} onChange={(next) => change(name, next)} options={MODES} />
        <p className="hint">{MODE_WORDS[mode]}</p>
      </div>
    );
  };
  return (
    <>
      {reply('sms', 'Answers to texts')}
      {reply('email', 'Answers to emails')}
    </>
  );
}

function Hours({ state }: Part) {
  const { values, change, type, field, errors } = state;
  const hours = values.hours === 'closed' ? 'closed' : 'always';
  return (
    <>
      <div className="field">
        <span className="label">When the agent answers</span>
        <Segmented
          label="When the agent answers"
          value={hours}
          onChange={(next) => change('hours', next)}
          options={[
            { value: 'always', label: 'Always' },
            { value: 'closed', label: 'Only when we’re closed' },
          ]}
        />
      </div>
      {hours === 'closed' && (
        <fieldset className="stack-s">
          <legend className="label">Your opening hours</legend>
          <p className="hint">In your time zone. While you’re open, homeowners see only the form.</p>
          <WeekHours values={values} type={type} field={field} errors={errors} usual={USUAL_HOURS} closed="Closed" />
        </fieldset>
      )}
    </>
  );
}

/** The settings for what the agent says and how much it may cost. */
function Manner({ state: { field, errors } }: Part) {
  return (
    <>
      <Field
        label="How the agent should sound"
        optional
        error={errors['tone']}
        hint="For example, friendly and short, with first names. Applies only if an AI model is connected."
      >
        <Textarea {...field('tone')} rows={2} />
      </Field>
      <Field
        label="Topics to leave to you"
        optional
        error={errors['forbiddenTopics']}
        hint="One per line, such as discounts or warranty claims. The agent passes questions about these topics on to you."
      >
        <Textarea {...field('forbiddenTopics')} rows={3} />
      </Field>
      <Field
        label="Monthly budget for the AI model, in dollars"
        error={errors['budget']}
        hint="Once the budget is used up, the agent answers without the model, at no cost."
      >
        <Input {...field('budget')} inputMode="decimal" autoComplete="off" className="num ag-budget" />
      </Field>
    </>
  );
}

/** Edits where, when and how the sales agent answers. */
export function AgentEditor({ stored }: { stored: AgentSettings }) {
  const state = useAgentForm(stored);
  return (
    <form {...state.form} className="stack gap-6" aria-labelledby="agent-title">
      <div className="stack-s">
        <h2 id="agent-title">Sales agent</h2>
        <p className="muted">
          The agent answers homeowners, using your prices and the answers below. It says that it’s automated, doesn’t
          make promises, and sends you the questions it can’t answer.
        </p>
      </div>
      {state.failure && (
        <Banner>
          <b>We couldn’t save the sales agent.</b> {sentences(state.failure.message)}
        </Banner>
      )}
      {state.newer && <NewerNote what="These settings" onTake={state.discard} />}
      <Pages state={state} />
      <Replies state={state} />
      <Hours state={state} />
      <Manner state={state} />
      <SaveBar
        dirty={state.dirty}
        what="the sales agent"
        changed={['Sales agent']}
        label="Save sales agent"
        saving={state.working}
        onDiscard={state.discard}
      />
    </form>
  );
}
