import { useEffect, useRef, useState } from 'react';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { WaysView } from '#shared/features/conversations/conversations.schema.ts';
import { problemOf, sayFailed } from '../../lib/errors.ts';
import { NO_RULES, useForm } from '../../lib/form.ts';
import { newKey } from '../../lib/keyed.ts';
import { trpc } from '../../lib/trpc.ts';
import {
  afterSent,
  changeDraft,
  channelOf,
  type Draft,
  firstChannel,
  hasWords,
  useDraft,
  withoutKey,
} from './composer-draft.ts';

interface Ways {
  ways: WaysView;
  /** The channel that the contractor selected, if any. */
  asked: MessageChannel | undefined;
  /** The channel that the homeowner used last. */
  preferred: MessageChannel | undefined;
}

/** Whether the component is still mounted. Callbacks that run later check this. */
const useStanding = () => {
  const standing = useRef(true);
  useEffect(() => {
    standing.current = true;
    return () => {
      standing.current = false;
    };
  }, []);
  return standing;
};

/**
 * Returns the unsent message to a lead and a function that sends it. The message is stored in this tab until it's sent.
 * It keeps its key until the server responds, so that a retry doesn't send it twice. The response is handled even if
 * the composer was closed in the meantime.
 */
export function useComposer({ id: leadId, name }: Pick<LeadView, 'id' | 'name'>, { ways, asked, preferred }: Ways) {
  const utils = trpc.useUtils();
  const typed = useDraft(leadId);
  const [chosen, setChosen] = useState(() => firstChannel(typed, { asked, ways }));
  const [put, setPut] = useState(typed.put);
  const standing = useStanding();
  const send = trpc.messages.send.useMutation({
    onSuccess: (_answer, sent) => changeDraft(sent.leadId, (was) => afterSent(was, sent)),
    onError: (error, sent) => {
      // The key belongs to a different message, or to one that will never be sent. The current text therefore becomes a
      // new message.
      if (problemOf(error).code === 'CONFLICT') changeDraft(sent.leadId, (was) => withoutKey(was, sent.idempotencyKey));
      if (!standing.current) sayFailed(`We couldn’t send your message to ${name}`, error);
    },
    onSettled: (_answer, _error, sent) => {
      void utils.messages.thread.invalidate({ leadId: sent.leadId });
      void utils.messages.ways.invalidate({ leadId: sent.leadId });
      void utils.leads.get.invalidate({ leadId: sent.leadId });
    },
  });
  const channel = channelOf(chosen, { preferred: asked ?? preferred, ways, words: hasWords(typed) });
  const subject = typed.subject ?? ways.email.subject;
  const waits = channel === 'sms' ? ways.sms.opensAt : null;

  const change = (next: Partial<Draft>) => {
    const under = next.channel ?? channel;
    setChosen(under);
    changeDraft(leadId, (was) => ({ ...was, ...next, channel: under }));
  };
  const submit = ({ text }: { text: string }) => {
    const key = typed.key ?? newKey();
    // The subject is stored too, because a retry must send the same email. Once the email is recorded, the default
    // subject changes.
    changeDraft(leadId, (was) => ({ ...was, channel, key, ...(channel === 'email' ? { subject } : {}) }));
    send.mutate({
      leadId,
      channel,
      text,
      idempotencyKey: key,
      whenAllowed: waits !== null,
      ...(channel === 'email' && subject.trim() !== '' ? { subject } : {}),
    });
  };
  const form = useForm({
    values: { text: typed.text, subject },
    type: change,
    rules: NO_RULES,
    submit,
    call: send,
  });
  if (put !== typed.put) {
    setPut(typed.put);
    setChosen(typed.channel);
    // The text was replaced, so its error no longer applies.
    form.clear();
  }
  return {
    ...form,
    text: typed.text,
    channel,
    waits,
    put,
    chooseChannel: (next: MessageChannel) => {
      form.typed();
      change({ channel: next });
    },
  };
}
