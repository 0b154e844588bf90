import { useState } from 'react';
import type { DraftView } from '#shared/features/agent/agent.schema.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { problemOf } from '../../lib/errors.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';

/** An answer drafted by the sales agent. The contractor can send, edit or discard it. */
function Draft({ draft: { id, leadId, text, channel } }: { draft: DraftView }) {
  const [typed, setTyped] = useState<string | null>(null);
  const utils = trpc.useUtils();
  const onSettled = () =>
    Promise.all([
      utils.agent.drafts.invalidate(),
      utils.messages.thread.invalidate({ leadId }),
      utils.leads.get.invalidate({ leadId }),
    ]);
  const send = trpc.agent.sendDraft.useMutation({
    onSuccess: () => toast.done('Draft sent'),
    onSettled,
  });
  const discard = trpc.agent.discardDraft.useMutation({ onSuccess: () => toast.done('Draft discarded'), onSettled });
  const failed = send.error ?? discard.error;
  const words = (typed ?? text).trim();
  return (
    <section className="agent-draft" aria-labelledby={`draft-${id}`}>
      <h3 id={`draft-${id}`}>{channel === 'sms' ? 'Draft text' : 'Draft email'}</h3>
      {typed === null ? (
        <p className="talk-text">{text}</p>
      ) : (
        <Field label="Your answer">
          <Textarea
            rows={4}
            value={typed}
            maxLength={5_000}
            onChange={(event) => setTyped(event.target.value)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person pressed Edit
            autoFocus
          />
        </Field>
      )}
      {failed && <Banner>{sentences(problemOf(failed).message)}</Banner>}
      <div className="row flex-wrap gap-2">
        <Button
          variant="primary"
          disabled={words === ''}
          working={send.isPending}
          workingText="Sending..."
          onClick={() => send.mutate({ id, ...(typed === null ? {} : { text: words }) })}
        >
          Send draft
        </Button>
        {typed === null && <Button onClick={() => setTyped(text)}>Edit</Button>}
        <Button variant="quiet" working={discard.isPending} onClick={() => discard.mutate({ id })}>
          Discard
        </Button>
      </div>
    </section>
  );
}

/** The open drafts for a lead, shown below its messages. */
export function AgentDrafts({ leadId }: { leadId: string }) {
  const may = useMay();
  const { data } = trpc.agent.drafts.useQuery({ leadId }, { enabled: may.work, refetchInterval: 15 * SECOND });
  return data?.map((draft) => <Draft key={draft.id} draft={draft} />);
}
