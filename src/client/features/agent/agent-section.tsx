import { sentences } from '#shared/primitives/sentence.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { AgentEditor } from './agent-editor.tsx';
import './agent.css';
import { Facts } from './facts.tsx';

/** The sales agent's settings, its answers, and the questions it couldn't answer. */
export default function AgentSection() {
  const settings = trpc.agent.settings.useQuery();
  if (settings.data)
    return (
      <div className="stack gap-10">
        <AgentEditor stored={settings.data} />
        <Facts />
      </div>
    );
  if (settings.isPending) return <SkeletonRows rows={5} height={74} label="Loading the sales agent" />;
  return (
    <Banner action={<Button onClick={() => void settings.refetch()}>Try again</Button>}>
      <b>We couldn’t load the sales agent.</b> {sentences(problemOf(settings.error).message)}
    </Banner>
  );
}
