import { useState } from 'react';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { STOP_WORDS, stoppedWords } from './decision-words.ts';
import { keepPlace } from './keep-place.ts';
import { StopQuestion } from './stop-question.tsx';
import { useAfterDecision } from './use-after-decision.ts';

interface DecideOptOutProps {
  lead: Pick<LeadView, 'id' | 'name' | 'phone' | 'email'>;
  channel: MessageChannel;
  messageId: string;
}

/** Lets the contractor decide about a possible opt-out (C8). */
export function DecideOptOut({ lead, channel, messageId }: DecideOptOutProps) {
  const [asking, setAsking] = useState(false);
  const reload = useAfterDecision(lead.id);
  const decide = trpc.messages.decideOptOut.useMutation({
    onSuccess: (_answer, { stop }) => {
      keepPlace();
      toast.done(stop ? stoppedWords(lead.name, channel) : 'Marked as a normal reply');
    },
    onError: (error) => sayFailed('We couldn’t save your decision', error),
    onSettled: reload,
  });
  return (
    <div className="row flex-wrap gap-2">
      <Button working={decide.isPending} workingText="Saving..." onClick={() => setAsking(true)}>
        {STOP_WORDS[channel]}
      </Button>
      <Button variant="quiet" onClick={() => !decide.isPending && decide.mutate({ messageId, stop: false })}>
        It’s a normal reply
      </Button>
      <StopQuestion
        lead={lead}
        channel={channel}
        open={asking}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          decide.mutate({ messageId, stop: true });
        }}
      />
    </div>
  );
}
