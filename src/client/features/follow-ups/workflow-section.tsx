import { sentences } from '#shared/primitives/sentence.ts';
import { type ReactNode, Suspense, useState } from 'react';
import { useCompany, useCompanyId } from '../../lib/company.ts';
import { draft } from '../../lib/draft.ts';
import { problemOf } from '../../lib/errors.ts';
import { lazyPart } from '../../lib/parts.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import './follow-ups.css';
import { WorkflowEditor } from './workflow-editor.tsx';
import './workflow.css';

const AgentSection = lazyPart(() => import('../agent/agent-section.tsx'));
const SpanishSection = lazyPart(() => import('./spanish-messages.tsx'));

interface SetOnceProps {
  id: string;
  title: string;
  /** What is inside, in a few words. */
  about: string;
  /** The key of the typed values that this browser tab keeps. If there are any, the part is open from the start. */
  draftKey: string;
  children: ReactNode;
}

/** A folded part with settings that are set once. It's loaded when it's first opened, and then stays loaded. */
function SetOnce({ id, title, about, draftKey, children }: SetOnceProps) {
  const [atFirst] = useState(() => location.hash === `#${id}` || draft.find(draftKey) !== undefined);
  const [loaded, setLoaded] = useState(atFirst);
  return (
    <details
      id={id}
      className="wf-fold"
      open={atFirst}
      onToggle={(event) => event.currentTarget.open && setLoaded(true)}
    >
      <summary>
        <span className="wf-fold-name">{title}</span> <span className="muted cut">{about}</span>
      </summary>
      {loaded && (
        <Suspense fallback={<SkeletonRows rows={5} height={74} label={`Loading ${title.toLowerCase()}`} />}>
          {children}
        </Suspense>
      )}
    </details>
  );
}

/** Everything that is sent by itself (spec, section 2), and below it, folded, what is set once. */
export default function WorkflowSection() {
  const workflow = trpc.workflow.get.useQuery();
  const reminders = trpc.reminders.settings.useQuery();
  const company = useCompany();
  const companyId = useCompanyId();
  const queries = [workflow, reminders, company];
  const failed = queries.filter((query) => query.isError && !query.data);
  const shown = workflow.data && reminders.data && company.data;
  return (
    <div className="max-w-[760px]">
      <output className="sr-only">{workflow.data ? 'Workflow settings loaded successfully' : ''}</output>
      {shown && <WorkflowEditor stored={workflow.data} reminders={reminders.data} company={company.data} />}
      {shown && (
        <div className="wf-folds">
          <SetOnce
            id="spanish"
            title="Messages in Spanish"
            about="For leads who read Spanish"
            draftKey={`spanish:${companyId}`}
          >
            <SpanishSection />
          </SetOnce>
          <SetOnce
            id="agent"
            title="Sales agent"
            about="Where it answers, what it may say, and your answers"
            draftKey={`agent:${companyId}`}
          >
            <AgentSection />
          </SetOnce>
        </div>
      )}
      {failed[0] && (
        <Banner
          action={<Button onClick={() => void Promise.all(failed.map((query) => query.refetch()))}>Try again</Button>}
        >
          <b>Failed to fetch workflow settings.</b> {sentences(problemOf(failed[0].error).message)}
        </Banner>
      )}
      {failed.length === 0 && !shown && <SkeletonRows rows={8} height={74} label="Loading your workflow settings" />}
    </div>
  );
}
