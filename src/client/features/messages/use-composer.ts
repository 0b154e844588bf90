import { useState } from 'react';
import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { WaysView } from '#shared/features/messages/messages.schema.ts';
import { type Problem, problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { type Draft, findDraft, forgetDraft, keepDraft } from './composer-draft.ts';
import { newKey } from '../../lib/keyed.ts';

/** The way that was chosen where it is open, else the one asked for, else a text, else a mail. */
const channelOf = (chosen: MessageChannel | undefined, ways: WaysView): MessageChannel => {
  if (chosen && ways[chosen].allowed) return chosen;
  return ways.sms.allowed ? 'sms' : 'email';
};

/**
 * What is typed to a lead, kept in this tab until it was sent, and how it is sent. The message keeps its key until the
 * server has answered, so that nothing goes out twice.
 */
export function useComposer(leadId: string, ways: WaysView, preferred: MessageChannel | undefined) {
  const utils = trpc.useUtils();
  const [typed, setTyped] = useState<Draft>(() => findDraft(leadId));
  const [problem, setProblem] = useState<Problem>();
  const send = trpc.messages.send.useMutation();
  const channel = channelOf(typed.channel ?? preferred, ways);
  const subject = typed.subject ?? ways.email.subject;
  const waits = channel === 'sms' ? ways.sms.opensAt : null;

  const change = (next: Partial<Draft>) => {
    const draft = { ...typed, ...next };
    setTyped(draft);
    setProblem(undefined);
    keepDraft(leadId, draft);
  };
  const reload = () => [
    utils.messages.thread.invalidate({ leadId }),
    utils.messages.ways.invalidate({ leadId }),
    utils.leads.get.invalidate({ leadId }),
  ];
  const sent = () => {
    forgetDraft(leadId);
    setTyped({ text: '', channel: typed.channel });
    void Promise.all(reload());
  };
  const failed = (error: unknown) => {
    const found = problemOf(error);
    setProblem(found);
    // another message has this key: what stands here now is a new one
    if (found.code === 'CONFLICT') keepDraft(leadId, { ...typed, key: undefined });
    if (found.code === 'CONFLICT') setTyped({ ...typed, key: undefined });
    void Promise.all(reload());
  };
  const submit = () => {
    if (send.isPending) return;
    const key = typed.key ?? newKey();
    const draft = { ...typed, key };
    setTyped(draft);
    keepDraft(leadId, draft);
    setProblem(undefined);
    send.mutate(
      {
        leadId,
        channel,
        text: typed.text,
        idempotencyKey: key,
        whenAllowed: waits !== null,
        ...(channel === 'email' && subject.trim() !== '' ? { subject } : {}),
      },
      { onSuccess: sent, onError: failed },
    );
  };
  return { text: typed.text, subject, channel, waits, problem, working: send.isPending, change, submit };
}
