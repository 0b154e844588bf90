import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import { PLATFORM_LABEL } from '#shared/features/widget/platforms.ts';
import type { GeneratedCode } from '#shared/features/widget/widget-code.schema.ts';
import { type Problem, problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { useKeptText } from '../../lib/use-kept-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { type Site, SiteStep } from './site-step.tsx';
import { SummaryStep } from './summary-step.tsx';
import { type Step, useWizardAddress } from './wizard-address.ts';
import { CodeBlock } from './code-block.tsx';

interface CodeStepProps {
  code: GeneratedCode;
  onBack: () => void;
  onAgain: () => void;
}

/** The third step: the code for the chosen platform, with instructions. */
function CodeStep({ code, onBack, onAgain }: CodeStepProps) {
  const { platform, recommended, instructions, notes, websiteUrl } = code;
  return (
    <div className="stack">
      <CodeBlock
        name={recommended === 'react' ? 'FencePrice.jsx' : `For ${PLATFORM_LABEL[platform]}`}
        code={code[recommended]}
        primary
      />
      <ol className="todo">
        {instructions.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
      <details className="help">
        <summary>Not showing up?</summary>
        <ul>
          {notes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </details>
      <p className="sm">
        <a href={websiteUrl} target="_blank" rel="noopener noreferrer">
          Open {new URL(websiteUrl).host}
        </a>
      </p>
      <div className="row flex-wrap between">
        <Button className="-ml-4.25" variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button onClick={onAgain}>Configure Another Widget</Button>
      </div>
    </div>
  );
}

const TITLE: Record<Step, string> = { 1: 'Your website', 2: 'Summary', 3: 'Your code' };
const HEADING: Record<Step, string> = {
  1: 'Where will the form go?',
  2: 'Check your settings before we generate your code',
  3: 'Put this on your page',
};
const STEPS = [1, 2, 3] as const satisfies Step[];

/** The three steps in a row, each marked as completed, current or remaining. */
function StepRail({ step }: { step: Step }) {
  return (
    <ol className="rail wizard-rail" aria-label="Steps">
      {STEPS.map((one) => (
        <li
          key={one}
          aria-current={one === step ? 'step' : undefined}
          data-at={one < step ? 'done' : one === step ? 'here' : 'later'}
        >
          <b aria-hidden>{one}</b>
          <span>{TITLE[one]}</span>
          {one < step && <span className="sr-only">, done</span>}
        </li>
      ))}
    </ol>
  );
}

/** The website URL and the platform, stored in this browser tab. */
const useSite = (contractorId: string) => {
  const websiteUrl = useKeptText(`widget:${contractorId}:url`, '');
  const platform = useKeptText(`widget:${contractorId}:platform`, '');
  const type = (change: Partial<Site>) => {
    if (change.websiteUrl !== undefined) websiteUrl.type(change.websiteUrl);
    if (change.platform !== undefined) platform.type(change.platform);
  };
  return { site: { websiteUrl: websiteUrl.text, platform: platform.text } satisfies Site, type };
};

/** Requests the code and shows a toast when it's loaded. */
const useGenerate = (site: Site, onDone: () => void) => {
  const utils = trpc.useUtils();
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const generate = async () => {
    setWorking(true);
    setProblem(null);
    try {
      // Calls the client directly, because a fetch through the cache would wait without an error while offline.
      utils.widget.generateCode.setData(site, await utils.client.widget.generateCode.query(site));
      onDone();
      toast.done('Widget configuration generated!');
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setWorking(false);
    }
  };
  return { generate: () => void generate(), working, problem };
};

/** The third step with the code. It's restored after a refresh, and the code is updated when the settings change. */
function Generated({ site, ...rest }: { site: Site; onBack: () => void; onAgain: () => void }) {
  const { data, error, refetch } = trpc.widget.generateCode.useQuery(site, { placeholderData: (before) => before });
  if (data) return <CodeStep code={data} {...rest} />;
  if (!error) return <SkeletonRows rows={4} height={56} label="Loading the code" />;
  return (
    <div className="stack">
      <Banner action={<Button onClick={() => void refetch()}>Try again</Button>}>{problemOf(error).message}</Banner>
      <Button className="-ml-4.25 justify-self-start" variant="quiet" onClick={rest.onBack}>
        Back
      </Button>
    </div>
  );
}

/** The 'AI Assistant' (spec, sections 2 and 4) in three steps: website, summary, code. */
export function CodeWizard({ config }: { config: WidgetConfig }) {
  const { step: asked, goTo } = useWizardAddress();
  const { site, type } = useSite(config.contractorId);
  const { generate, working, problem } = useGenerate(site, () => goTo({ step: 3 }));
  const step: Step = site.websiteUrl && site.platform ? asked : 1;
  const startOver = () => {
    goTo({ step: 1 });
    type({ websiteUrl: '', platform: '' });
  };
  const title = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    title.current?.focus({ preventScroll: true });
    // Scrolls to the code, because the contractor just asked for it.
    title.current?.scrollIntoView();
  }, [step]);

  const content: Record<Step, () => ReactNode> = {
    1: () => <SiteStep site={site} type={type} onDone={() => goTo({ step: 2 })} />,
    2: () => (
      <SummaryStep
        site={site}
        config={config}
        problem={problem}
        working={working}
        onBack={() => goTo({ step: 1 })}
        onGenerate={generate}
      />
    ),
    3: () => <Generated site={site} onBack={() => goTo({ step: 2 })} onAgain={startOver} />,
  };
  return (
    <div className="stack">
      <StepRail step={step} />
      <h3 ref={title} tabIndex={-1} className="step-title">
        {HEADING[step]}
      </h3>
      {content[step]()}
    </div>
  );
}
