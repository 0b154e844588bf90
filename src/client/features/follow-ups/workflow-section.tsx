import { sentences } from '#shared/primitives/sentence.ts';
import { useCompany } from '../../lib/company.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { RemindersSection } from '../reminders/reminders-section.tsx';
import './follow-ups.css';
import { Suspense } from 'react';
import { lazyPart } from '../../lib/parts.ts';
import { WorkflowEditor } from './workflow-editor.tsx';

const AgentSection = lazyPart(() => import('../agent/agent-section.tsx'));
const SpanishSection = lazyPart(() => import('./spanish-messages.tsx'));

/** The defaults for new schedules (spec, section 2), and below them the reminders, which don't depend on a schedule. */
export default function WorkflowSection() {
  const workflow = trpc.workflow.get.useQuery();
  const company = useCompany();
  const failed = [workflow, company].filter((query) => query.isError && !query.data);
  return (
    <div className="max-w-[680px]">
      <output className="sr-only">{workflow.data ? 'Workflow settings loaded successfully' : ''}</output>
      {workflow.data && company.data && <WorkflowEditor stored={workflow.data} company={company.data} />}
      {workflow.data && company.data && (
        <div className="mt-12">
          <RemindersSection company={company.data} />
        </div>
      )}
      {workflow.data && company.data && (
        <div className="mt-12">
          <Suspense fallback={null}>
            <SpanishSection />
          </Suspense>
        </div>
      )}
      {workflow.data && company.data && (
        <div className="mt-12" id="agent">
          <Suspense fallback={null}>
            <AgentSection />
          </Suspense>
        </div>
      )}
      {failed[0] && (
        <Banner
          action={<Button onClick={() => void Promise.all(failed.map((query) => query.refetch()))}>Try again</Button>}
        >
          <b>Failed to fetch workflow settings.</b> {sentences(problemOf(failed[0].error).message)}
        </Banner>
      )}
      {failed.length === 0 && !(workflow.data && company.data) && (
        <SkeletonRows rows={5} height={92} label="Loading your workflow settings" />
      )}
    </div>
  );
}
