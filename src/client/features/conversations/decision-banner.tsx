import { useState } from 'react';
import type { UndecidedMessage } from '#shared/features/conversations/conversations.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { useTimeZone } from '../../lib/company.ts';
import { formatMoment } from '../../lib/dates.ts';
import { problemOf, sayFailed } from '../../lib/errors.ts';
import { useNow } from '../../lib/now.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { firstNameOf } from '../leads/timeline-words.ts';
import { STOP_WORDS, stopChannelOf, stoppedWords } from './decision-words.ts';
import { StopQuestion } from './stop-question.tsx';
import { useAfterDecision } from './use-after-decision.ts';

/** The most characters that fit into three lines on a phone. */
const SHORT = 140;

/** What the homeowner wrote, shortened until it's opened, with its channel and time. */
function Said({ message }: { message: UndecidedMessage }) {
  const { zone } = useTimeZone();
  const now = useNow();
  const [open, setOpen] = useState(false);
  const { text, channel, at } = message;
  const long = text.length > SHORT || text.split('\n').length > 3;
  return (
    <blockquote className="decide-said">
      <p className={long && !open ? 'decide-cut' : undefined}>{text || 'A message without words'}</p>
      <footer className="xs muted">
        {channel === 'sms' ? 'Text' : 'Email'}, <time dateTime={at}>{formatMoment(at, now, zone)}</time>
        {long && (
          <button type="button" className="decide-more" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : 'Show all'}
          </button>
        )}
      </footer>
    </blockquote>
  );
}

interface DecisionsProps {
  lead: LeadView;
  messages: readonly UndecidedMessage[];
}

/** The two decisions, each about all of the person's undecided messages (`messages.decide`). */
function Decisions({ lead, messages }: DecisionsProps) {
  const [asking, setAsking] = useState(false);
  const reload = useAfterDecision(lead.id);
  const channel = stopChannelOf(messages);
  const decide = trpc.messages.decide.useMutation({
    // A teammate may have decided first, and an opt-out stands.
    onSuccess: ({ wish }) =>
      toast.done(wish === 'opt_out' ? stoppedWords(lead.name, channel) : 'Marked as a normal reply'),
    onError: (error) => sayFailed('We couldn’t save your decision', error),
    onSettled: reload,
  });
  return (
    <div className="row flex-wrap gap-2">
      <Button working={decide.isPending} workingText="Saving..." onClick={() => setAsking(true)}>
        {STOP_WORDS[channel]}
      </Button>
      <Button variant="quiet" onClick={() => !decide.isPending && decide.mutate({ leadId: lead.id, wish: 'reply' })}>
        It’s a normal reply
      </Button>
      <StopQuestion
        lead={lead}
        channel={channel}
        open={asking}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          decide.mutate({ leadId: lead.id, wish: 'opt_out' });
        }}
      />
    </div>
  );
}

interface DecisionBannerProps {
  lead: LeadView;
  /** Leaves out the messages that the lead's own conversation shows, because they can be decided there. */
  beside?: 'conversation';
}

/**
 * Says that everything automatic to a person is paused, shows the messages that caused it, and lets the contractor
 * decide (C8). Shown while the lead's `awaitsDecision` is true. Viewers see it without the buttons.
 */
export function DecisionBanner({ lead, beside }: DecisionBannerProps) {
  const { work } = useMay();
  const { data, error } = trpc.messages.undecided.useQuery({ leadId: lead.id }, { enabled: lead.awaitsDecision });
  if (!lead.awaitsDecision) return null;
  const messages = beside ? data?.filter(({ leadId }) => leadId !== lead.id) : data;
  if (beside && !messages?.length) return null;
  return (
    <section className="decide" aria-label="Your decision is needed">
      <Note tone="pine">
        <div className="stack-s">
          <p>
            <b>Automatic messages to {firstNameOf(lead.name)} are paused.</b> They may be asking you to stop, or this
            may be someone else. Read it and decide.
          </p>
          {error && <p>{problemOf(error).message}</p>}
          {/* Reserves the space of a short message until it's loaded. */}
          {!messages && !error && <div className="decide-said decide-waits" />}
          {messages?.map((message) => (
            <Said key={message.messageId} message={message} />
          ))}
          {work && <Decisions lead={lead} messages={messages ?? []} />}
        </div>
      </Note>
    </section>
  );
}
