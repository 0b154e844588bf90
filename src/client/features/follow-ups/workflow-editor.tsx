import { sentences } from '#shared/primitives/sentence.ts';
import { useState } from 'react';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import type { FollowUpChannel, WorkflowView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { ReminderSettingsView } from '#shared/features/reminders/reminders.schema.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { NewerNote } from '../../ui/newer-note.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { DiscardQuestion } from '../../ui/unsaved.tsx';
import { ReminderRows } from '../reminders/reminder-rows.tsx';
import { useRemindersForm } from '../reminders/use-reminders-form.ts';
import { type WorkflowFormState, useWorkflowForm } from './use-workflow-form.ts';
import { DEFAULT_WORKFLOW, isSameWorkflow, waitWords, workflowOf } from './workflow-form.rules.ts';
import { WorkflowHours } from './workflow-hours.tsx';
import { WorkflowSteps } from './workflow-steps.tsx';

const CHANNELS: readonly { value: FollowUpChannel; label: string }[] = [
  { value: 'sms', label: 'SMS' },
  { value: 'email', label: 'Email' },
  { value: 'both', label: 'Both' },
];
const WHAT = 'your workflow settings';

/** Explains why texts aren't sent yet. Shown if the carriers haven't approved the company's SMS registration (C21). */
function RegistrationNote({ company }: { company: CompanyView }) {
  if (company.smsRegistration === 'approved') return null;
  const now = company.smsRegistration === 'rejected' ? 'It was rejected' : 'It isn’t approved yet';
  return <Note tone="pine">No texts are sent until carriers approve your SMS registration. {now}.</Note>;
}

/** How and at which time of day the follow-ups are sent. The reminders are sent at the same time of day. */
function How({ state }: { state: WorkflowFormState }) {
  const { values, change, field, errors } = state;
  return (
    <div className="wf-how">
      <div className="field">
        <span className="label">Send by</span>
        <Segmented
          label="Send by"
          value={values.channel}
          onChange={(channel) => change('channel', channel)}
          options={CHANNELS}
        />
        <p className="hint">For follow-ups</p>
      </div>
      <Field label="Send time" error={errors['sendTime']} hint={waitWords(values) ?? 'In the job’s time zone'}>
        <Input {...field('sendTime')} type="time" className="num" />
      </Field>
    </div>
  );
}

/** Resets the follow-ups. Asks first if something typed would be lost. */
function Defaults({ state }: { state: WorkflowFormState }) {
  const [asking, setAsking] = useState(false);
  const reset = () => {
    setAsking(false);
    state.backToDefaults();
  };
  if (isSameWorkflow(workflowOf(state.values), DEFAULT_WORKFLOW)) return null;
  return (
    <div>
      <Button
        variant="quiet"
        onMouseDown={keepFocus}
        onClick={() => (state.dirty ? setAsking(true) : state.backToDefaults())}
      >
        Reset to the default settings
      </Button>
      <DiscardQuestion open={asking} what={WHAT} onKeep={() => setAsking(false)} onDiscard={reset} />
    </div>
  );
}

interface WorkflowEditorProps {
  stored: WorkflowView;
  reminders: ReminderSettingsView;
  company: CompanyView;
}

/**
 * Everything that is sent to homeowners by itself, as one list in the order of a job, with one button that saves it:
 * the follow-ups of a schedule, and the reminders, which depend on the estimate instead.
 */
export function WorkflowEditor({ stored, reminders, company }: WorkflowEditorProps) {
  const steps = useWorkflowForm(stored);
  const rest = useRemindersForm(reminders);
  // Checks both parts before it saves either, so that a mistake in one doesn't leave the other half saved.
  const save = () => {
    if (steps.dirty && !steps.check()) return;
    if (rest.dirty && !rest.check()) return;
    if (steps.dirty) steps.send();
    if (rest.dirty) rest.send();
  };
  return (
    <form
      noValidate
      className="stack gap-6"
      aria-labelledby="workflow-title"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <div className="stack-s">
        <h2 id="workflow-title">What is sent, and when</h2>
        <p className="muted">
          Press a message to change it. If the homeowner replies, the rest isn’t sent. Follow-ups that are already on
          keep their days and messages.
        </p>
      </div>
      {steps.failure && (
        <Banner>
          <b>Failed to update workflow settings.</b> {sentences(steps.failure.message)}
        </Banner>
      )}
      {rest.failure && (
        <Banner>
          <b>We couldn’t save the reminders.</b> {sentences(rest.failure.message)}
        </Banner>
      )}
      {steps.newer && <NewerNote what="These settings" onTake={steps.discard} />}
      {rest.newer && <NewerNote what="These reminders" onTake={rest.discard} />}
      {steps.values.channel !== 'email' && <RegistrationNote company={company} />}
      <How state={steps} />
      <div className="wf-list">
        <h3 id="wf-follow-ups">
          Follow-ups <span>days after you turn them on for a lead</span>
        </h3>
        <WorkflowSteps state={steps} company={company} />
        <ReminderRows state={rest} company={company} />
      </div>
      <WorkflowHours state={steps} />
      <Defaults state={steps} />
      <SaveBar
        dirty={steps.dirty || rest.dirty}
        what={WHAT}
        changed={[...(steps.dirty ? ['Follow-ups'] : []), ...rest.changed]}
        label="Save workflow"
        saving={steps.working || rest.working}
        onDiscard={() => {
          steps.discard();
          rest.discard();
        }}
      />
    </form>
  );
}
