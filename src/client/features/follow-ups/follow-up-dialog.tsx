import { sentences } from '#shared/primitives/sentence.ts';
import { useState } from 'react';
import type { FollowUpView, WorkflowView } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { formatFeet } from '#shared/primitives/feet.ts';
import { useCompany } from '../../lib/company.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { NextStep } from '../../ui/next-step.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import './follow-up-foot.css';
import './follow-ups.css';
import { OfferQuestion, useOfferQuestion } from './offer-question.tsx';
import { MessagesPane } from './messages-pane.tsx';
import { SchedulePane } from './schedule-pane.tsx';
import { useDates } from './use-dates.ts';
import { useFollowUpForm } from './use-follow-up-form.ts';
import { FAILED } from './saved-text.ts';

export interface FollowUpDialogProps {
  leadId: string;
  open: boolean;
  onClose: () => void;
}

const WIDTH = 720;

/** Returns text such as '96 ft, 4ft Wood Picket, $1,511.52'. Omits missing values. */
const jobText = ({ perimeter, materialType, quoteCents }: LeadView): string =>
  [perimeter !== null && formatFeet(perimeter), materialType, quoteCents !== null && formatCents(quoteCents)]
    .filter(Boolean)
    .join(', ');

function Title({ lead }: { lead: LeadView | undefined }) {
  const job = lead && jobText(lead);
  return (
    <>
      {lead ? `Follow up with ${lead.name}` : 'Follow up'}
      {job && <span className="fu-job">{job}</span>}
    </>
  );
}

/** Returns the label for the button, which saves an active schedule, activates a new one, or saves a draft. */
const saveLabel = (view: FollowUpView, active: boolean): string =>
  active ? (view.active ? 'Save changes' : 'Activate Follow-ups') : 'Save as Draft';

interface EditorProps extends FollowUpDialogProps {
  lead: LeadView;
  view: FollowUpView;
  workflow: WorkflowView;
  companyName: string;
}

function FollowUpEditor({ open, onClose, lead, view, workflow, companyName }: EditorProps) {
  const state = useFollowUpForm(lead, view, onClose);
  // All other errors are shown in a toast.
  const problem = state.failure?.nextStep === 'confirm_email' ? state.failure : null;
  const { data: dates } = useDates(lead.id, state.values);
  const { active } = state.values;
  const question = useOfferQuestion((keep) => !keep && state.leaveOffersOut());
  // Asked only where follow-ups would start with an offer.
  const asks =
    question.offer !== null && active && !view.active && state.values.steps.some(({ offer }) => offer !== null);
  const shared = { lead, state, dates, sendTime: workflow.sendTime };
  return (
    <Dialog
      open={open}
      onClose={() => {
        state.forget();
        onClose();
      }}
      dirty={state.dirty}
      width={WIDTH}
      title={<Title lead={lead} />}
      footer={
        <>
          <Switch
            className="grow fu-switch"
            label={
              <>
                <span className="fu-long">Follow-ups {active ? 'on' : 'off'}</span>
                <span className="fu-short">{active ? 'On' : 'Off'}</span>
              </>
            }
            aria-label={view.active ? 'Follow-ups on' : 'Turn on follow-ups'}
            checked={active}
            onChange={(event) => state.setActive(event.target.checked)}
          />
          <DialogClose asChild>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            variant="primary"
            working={state.working}
            workingText="Saving..."
            onMouseDown={keepFocus}
            onClick={() => !(asks && question.mustAnswer()) && state.send()}
          >
            {saveLabel(view, active)}
          </Button>
        </>
      }
    >
      {problem && (
        <div className="pad">
          <Banner action={<NextStep problem={problem} />}>
            <b>{FAILED}.</b> {sentences(problem.message)}
          </Banner>
        </div>
      )}
      {asks && question.offer && (
        <div className="pad">
          <OfferQuestion {...question} offer={question.offer} />
        </div>
      )}
      <output className="sr-only">Workflow settings loaded successfully</output>
      <Tabs
        label="Follow-ups"
        value={state.tab}
        onChange={state.setTab}
        listClassName="fu-tabs"
        tabs={[
          { value: 'schedule', label: 'Schedule', content: <SchedulePane {...shared} view={view} /> },
          { value: 'messages', label: 'Messages', content: <MessagesPane {...shared} companyName={companyName} /> },
        ]}
      />
    </Dialog>
  );
}

/** A dialog for editing a lead's follow-ups: their days, channel and messages (spec, section 2). */
export default function FollowUpDialog(props: FollowUpDialogProps) {
  const { leadId, open, onClose } = props;
  const lead = trpc.leads.get.useQuery({ leadId });
  const stored = trpc.followUps.get.useQuery({ leadId });
  const workflow = trpc.workflow.get.useQuery();
  const company = useCompany();
  // Loaded together with the others, so that nothing moves when the question appears above the schedule.
  const question = trpc.workflow.offerQuestion.useQuery();
  // If the schedule changes during editing (for example, a reply stops it), the typed values are kept.
  const [view, setView] = useState<FollowUpView>();
  if (!view && stored.data && !stored.isFetching) setView(stored.data);
  if (lead.data && view && workflow.data && company.data && question.data)
    return (
      <FollowUpEditor
        {...props}
        lead={lead.data}
        view={view}
        workflow={workflow.data}
        companyName={company.data.name}
      />
    );
  const queries = [lead, stored, workflow, company, question];
  const failed = queries.filter((query) => query.isError);
  return (
    <Dialog open={open} onClose={onClose} width={WIDTH} title={<Title lead={lead.data} />}>
      <div className="pad">
        {failed.length > 0 ? (
          <Banner
            action={<Button onClick={() => void Promise.all(failed.map((query) => query.refetch()))}>Try again</Button>}
          >
            Failed to load workflow settings. Please try again.
          </Banner>
        ) : (
          <SkeletonRows rows={4} height={74} label="Loading the follow-ups" />
        )}
      </div>
    </Dialog>
  );
}
