import type { ConversationLine } from '#shared/features/agent/agent.schema.ts';
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

/** Answers to texts and emails are in the thread already. */
const isOnline = ({ channel }: ConversationLine): boolean => channel === 'widget' || channel === 'estimate_page';

/** What a lead and the agent wrote on the website's form and the estimate page. */
export function useAgentTalk(leadId: string) {
  const query = trpc.agent.conversation.useQuery({ leadId }, { refetchInterval: 15 * SECOND });
  return {
    isLoading: query.isLoading,
    lines: query.data?.lines.filter(isOnline) ?? [],
    hasTalked: (query.data?.lines.length ?? 0) > 0,
    takenOver: query.data?.takenOver ?? false,
  };
}

/** Who answers the homeowner next, with the button that changes it. */
function WhoAnswers({ leadId, takenOver, firstName }: { leadId: string; takenOver: boolean; firstName: string }) {
  const may = useMay();
  const utils = trpc.useUtils();
  const how = {
    onSettled: () => Promise.all([utils.agent.conversation.invalidate({ leadId }), utils.agent.drafts.invalidate()]),
    onError: (error: unknown) =>
      toast.error('We couldn’t change who answers', { detail: sentences(problemOf(error).message) }),
  };
  const takeOver = trpc.agent.takeOver.useMutation(how);
  const giveBack = trpc.agent.giveBack.useMutation(how);
  return (
    <div className="agent-who">
      <p className="sm muted">
        {takenOver
          ? `You answer ${firstName}. The sales agent won’t answer.`
          : `The sales agent answers ${firstName}’s questions.`}
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

/** The homeowner's conversation with the sales agent, above the messages. Nothing if they never talked. */
export function AgentTalk({ lead, firstName }: { lead: LeadView; firstName: string }) {
  const { lines, hasTalked, takenOver } = useAgentTalk(lead.id);
  const { zone } = useTimeZone();
  const now = useNow();
  if (!hasTalked) return null;
  return (
    <section className="agent-talk" aria-labelledby="agent-talk-title">
      <h3 id="agent-talk-title">Sales agent</h3>
      {lines.length > 0 && (
        <ol className="talk-list">
          {lines.map(({ id, author, body, at }) => (
            <li key={id} className={author === 'homeowner' ? 'talk-item' : 'talk-item talk-ours'}>
              <div className="talk-bubble">
                <span className="sr-only">
                  {author === 'homeowner' ? `${firstName} wrote:` : 'The agent answered:'}
                </span>
                <p className="talk-text">{body}</p>
              </div>
              <p className="talk-meta">
                <span>
                  {author === 'agent' && 'Automated, '}
                  <time dateTime={at}>{formatMoment(at, now, zone)}</time>
                </span>
              </p>
            </li>
          ))}
        </ol>
      )}
      <WhoAnswers leadId={lead.id} takenOver={takenOver} firstName={firstName} />
    </section>
  );
}
