import { sentences } from '#shared/primitives/sentence.ts';
import { useState } from 'react';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import type { FollowUpChannel, WorkflowView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { Banner, Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { NewerNote } from '../../ui/newer-note.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { DiscardQuestion } from '../../ui/unsaved.tsx';
import { useWorkflowForm } from './use-workflow-form.ts';
import { DEFAULT_WORKFLOW, isSameWorkflow, workflowOf } from './workflow-form.rules.ts';
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

/** The form: the channel, the days with their messages, and the texting hours. */
export function WorkflowEditor({ stored, company }: { stored: WorkflowView; company: CompanyView }) {
  const state = useWorkflowForm(stored);
  const { form, values, dirty, newer, change, failure, working, discard } = state;
  const [resetting, setResetting] = useState(false);
  const backToDefaults = () => {
    setResetting(false);
    state.backToDefaults();
  };
  return (
    <form {...form} className="stack gap-6" aria-labelledby="workflow-title">
      <div className="stack-s">
        <h2 id="workflow-title">Follow-ups</h2>
        <p className="muted">
          New follow-ups start with these settings. Active follow-ups keep their days and messages.
        </p>
      </div>
      {failure && (
        <Banner>
          <b>Failed to update workflow settings.</b> {sentences(failure.message)}
        </Banner>
      )}
      {newer && <NewerNote what="These settings" onTake={discard} />}
      <div className="row between flex-wrap">
        <span className="fu-by">Send by</span>
        <Segmented
          label="Send by"
          value={values.channel}
          onChange={(channel) => change('channel', channel)}
          options={CHANNELS}
        />
      </div>
      {values.channel !== 'email' && <RegistrationNote company={company} />}
      <WorkflowSteps state={state} company={company} />
      <WorkflowHours state={state} />
      {!isSameWorkflow(workflowOf(values), DEFAULT_WORKFLOW) && (
        <div>
          <Button
            variant="quiet"
            onMouseDown={keepFocus}
            onClick={() => (dirty ? setResetting(true) : backToDefaults())}
          >
            Reset to the default settings
          </Button>
        </div>
      )}
      <SaveBar
        dirty={dirty}
        what={WHAT}
        changed={['Follow-ups']}
        label="Save workflow"
        saving={working}
        onDiscard={discard}
      />
      <DiscardQuestion open={resetting} what={WHAT} onKeep={() => setResetting(false)} onDiscard={backToDefaults} />
    </form>
  );
}
