import { useState } from 'react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { ThreadItem, TypedAgain } from '#shared/features/conversations/conversations.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Ask } from '../../ui/ask.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { findDraft, hasWords, putDraft } from './composer-draft.ts';
import { keepPlace } from './keep-place.ts';

interface ActProps {
  again: TypedAgain;
  lead: Pick<LeadView, 'id' | 'name'>;
}

/** Cancels a scheduled message. Puts its text back into the composer if the composer is empty. */
function TakeBack({ rowId, again, lead }: ActProps & { rowId: string }) {
  const utils = trpc.useUtils();
  const cancel = trpc.messages.cancel.useMutation({
    onSuccess: () => {
      keepPlace();
      const free = !hasWords(findDraft(lead.id));
      if (free) putDraft(lead.id, again);
      toast.done('Message canceled', free ? { detail: 'You can edit its text below.' } : undefined);
    },
    onError: (error) => sayFailed('We couldn’t cancel the message', error),
    onSettled: () => void utils.messages.thread.invalidate({ leadId: lead.id }),
  });
  return (
    <Button working={cancel.isPending} workingText="Canceling..." onClick={() => cancel.mutate({ messageId: rowId })}>
      Cancel message
    </Button>
  );
}

/**
 * Copies a message that wasn't sent into the composer as a new message. Asks for confirmation first if that would
 * replace typed text.
 */
function WriteAgain({ again, lead }: ActProps) {
  const [asking, setAsking] = useState(false);
  const put = () => {
    setAsking(false);
    putDraft(lead.id, again);
  };
  return (
    <>
      <Button onClick={() => (hasWords(findDraft(lead.id)) ? setAsking(true) : put())}>Write it again</Button>
      <Ask
        open={asking}
        title="Replace your unsent message?"
        action="Replace it"
        cancel="Keep writing"
        onConfirm={put}
        onCancel={() => setAsking(false)}
      >
        You have an unsent message to {lead.name}. This will replace it.
      </Ask>
    </>
  );
}

/** The actions for a typed message that wasn't sent. */
export function TypedActs({ item: { state, rowId }, again, lead }: ActProps & { item: ThreadItem }) {
  if (state !== 'scheduled') return <WriteAgain again={again} lead={lead} />;
  return rowId && <TakeBack rowId={rowId} again={again} lead={lead} />;
}
