import type { ConversationLine } from '#shared/features/agent/agent.schema.ts';
import { handoverLines } from '#shared/features/agent/handover-lines.ts';
import type { HandoverSummary } from '#shared/features/agent/handover.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatMoment } from '../../lib/dates.ts';
import { problemOf } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import './agent-talk.css';

/** Whether a line belongs to a chat. Texts and emails already appear in the thread. */
const isOnline = ({ channel }: ConversationLine): boolean => channel === 'widget' || channel === 'estimate_page';

/** Loads the messages between a lead and the agent on the website and on the estimate page. */
export function useAgentTalk(leadId: string) {
  const { office } = useMay();
  const query = trpc.agent.conversation.useQuery({ leadId }, { refetchInterval: 15 * SECOND });
  const lines = query.data?.lines ?? [];
  const hasTalked = lines.length > 0;
  const handover = query.data?.handover ?? null;
  const unanswered = trpc.agent.unanswered.useQuery(undefined, {
    enabled: office && hasTalked,
    refetchInterval: 15 * SECOND,
  });
  const asked = handover
    ? lines.findLast(({ author }) => author === 'homeowner')
    : unanswered.data?.find((question) => question.leadId === leadId);
  return {
    isLoading: query.isLoading || unanswered.isLoading,
    lines: lines.filter(isOnline),
    hasTalked,
    takenOver: query.data?.takenOver ?? false,
    handover,
    /** When the homeowner asked the question that the contractor must answer. */
    askedAt: asked?.at,
  };
}

type Answerer = 'you' | 'agent' | 'handed-over' | 'unsure';
const ANSWERS: Record<Answerer, (firstName: string) => string> = {
  you: (firstName) => `You’re answering ${firstName}. The sales agent won’t answer.`,
  agent: (firstName) => `The sales agent is answering ${firstName}’s questions.`,
  'handed-over': (firstName) => `The sales agent left this conversation to you and won’t answer ${firstName}.`,
  unsure: () =>
    'The sales agent couldn’t answer a question. It will keep answering other questions until you take over.',
};

interface WhoAnswersProps {
  leadId: string;
  who: Answerer;
  /** Whether the homeowner is waiting for the contractor's answer. */
  waiting: boolean;
  firstName: string;
}

/** Shows whether the agent or the contractor answers next, with a button to change that. */
function WhoAnswers({ leadId, who, waiting, firstName }: WhoAnswersProps) {
  const may = useMay();
  const utils = trpc.useUtils();
  const how = {
    onSettled: () => Promise.all([utils.agent.conversation.invalidate({ leadId }), utils.agent.drafts.invalidate()]),
    onError: (error: unknown) =>
      toast.error('We couldn’t change who answers', { detail: sentences(problemOf(error).message) }),
  };
  const takeOver = trpc.agent.takeOver.useMutation(how);
  const giveBack = trpc.agent.giveBack.useMutation(how);
  const takenOver = who === 'you';
  return (
    <div className={waiting ? 'agent-who agent-waits' : 'agent-who'}>
      <p className="sm muted">
        {waiting && <b>{firstName} is waiting for your answer.</b>} {ANSWERS[who](firstName)}
      </p>
      {may.work && (
        <Button
          working={takeOver.isPending || giveBack.isPending}
          onClick={() => (takenOver ? giveBack : takeOver).mutate({ leadId })}
        >
          {takenOver ? 'Let the agent answer' : 'Take over'}
        </Button>
      )}
    </div>
  );
}

/** The five-line summary of why the contractor must answer. */
const Handover = ({ summary }: { summary: HandoverSummary }) => (
  <dl className="agent-handover">
    {handoverLines(summary).map(([label, text]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);

/** Where the homeowner talked to the agent, such as the website. */
const PLACE: Partial<Record<ConversationLine['channel'], string>> = {
  widget: 'Chat in your widget',
  estimate_page: 'Chat on the estimate page',
};

interface AgentLineProps {
  line: ConversationLine;
  firstName: string;
}

/** A line from a conversation with the sales agent, shown among the other messages. */
export function AgentLine({ line: { author, channel, body, at }, firstName }: AgentLineProps) {
  const { zone } = useTimeZone();
  const now = useNow();
  const theirs = author === 'homeowner';
  const from = theirs ? PLACE[channel] : 'Sales agent, automated';
  return (
    <li className={theirs ? 'talk-item' : 'talk-item talk-ours'}>
      <div className="talk-bubble">
        <span className="sr-only">{theirs ? `${firstName} wrote:` : 'The agent answered:'}</span>
        <p className="talk-text">{body}</p>
      </div>
      <p className="talk-meta">
        <time dateTime={at}>{[from, formatMoment(at, now, zone)].filter(Boolean).join(' · ')}</time>
      </p>
    </li>
  );
}

interface AgentStateProps {
  lead: LeadView;
  firstName: string;
  /** When the contractor last wrote to the homeowner. */
  wroteAt: string | undefined;
}

/**
 * Shows who answers the homeowner next and why, below the messages. Shows nothing if the agent hasn't talked to the
 * homeowner.
 */
export function AgentState({ lead, firstName, wroteAt = '' }: AgentStateProps) {
  const { hasTalked, takenOver, handover, askedAt } = useAgentTalk(lead.id);
  if (!hasTalked) return null;
  const waiting = !takenOver && askedAt !== undefined && askedAt > wroteAt;
  const who = takenOver ? 'you' : handover ? 'handed-over' : waiting ? 'unsure' : 'agent';
  return (
    <>
      {handover && <Handover summary={handover} />}
      <WhoAnswers leadId={lead.id} who={who} waiting={waiting} firstName={firstName} />
    </>
  );
}
