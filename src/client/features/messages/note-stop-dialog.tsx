import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { StopQuestion } from './stop-question.tsx';
import { useAfterDecision } from './use-after-decision.ts';

interface NoteStopProps {
  leadId: string;
  channel: MessageChannel;
  onClose: () => void;
}

/** Notes what the homeowner said on the phone or in person: no more texts, or no more follow-ups by mail. */
export function NoteStop({ leadId, channel, onClose }: NoteStopProps) {
  const { data: lead } = trpc.leads.get.useQuery({ leadId });
  const reload = useAfterDecision(leadId);
  const note = trpc.messages.noteStop.useMutation({
    onSuccess: () => {
      const name = lead?.name ?? 'this lead';
      toast.done(channel === 'sms' ? `No more texts to ${name}` : `No more email follow-ups to ${name}`);
    },
    onError: (error) => sayFailed('Failed to note it.', error),
    onSettled: reload,
  });
  if (!lead) return null;
  return (
    <StopQuestion
      lead={lead}
      channel={channel}
      open
      // comes after a confirmation too, and a second step back would leave the lead
      onCancel={onClose}
      onConfirm={() => note.mutate({ leadId, channel })}
    />
  );
}

/** The same under an address of its own. */
export const NoTexts = (props: Omit<NoteStopProps, 'channel'>) => <NoteStop {...props} channel="sms" />;
export const NoEmail = (props: Omit<NoteStopProps, 'channel'>) => <NoteStop {...props} channel="email" />;
