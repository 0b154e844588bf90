import type { MessageChannel } from '#shared/features/follow-ups/follow-ups.schema.ts';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogClose } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { StopQuestion } from './stop-question.tsx';
import { useAfterDecision } from './use-after-decision.ts';

interface NoteStopProps {
  leadId: string;
  channel: MessageChannel;
  onClose: () => void;
}

/** Returns the reason why the homeowner is already opted out, or null if they aren't. */
function useStopped({ leadId, channel }: Omit<NoteStopProps, 'onClose'>, lead: LeadView | undefined) {
  const mail = trpc.leads.mailState.useQuery({ leadId }, { enabled: channel === 'email' });
  if (channel === 'email') return { isAsked: mail.isPending, reason: mail.data?.stopped ? mail.data.reason : null };
  return { isAsked: false, reason: lead?.sms.refusal === 'opted_out' ? lead.sms.reason : null };
}

/** Records an opt-out that the homeowner requested by phone or in person. It stops texts or follow-up emails. */
export function NoteStop({ leadId, channel, onClose }: NoteStopProps) {
  const { data: lead } = trpc.leads.get.useQuery({ leadId });
  const reload = useAfterDecision(leadId);
  const note = trpc.messages.noteStop.useMutation({
    onSuccess: () => {
      const name = lead?.name ?? 'this lead';
      toast.done(
        channel === 'sms' ? `${name} won’t get any more texts` : `${name} won’t get any more email follow-ups`,
      );
    },
    onError: (error) => sayFailed('We couldn’t save the opt-out', error),
    onSettled: reload,
  });
  const { isAsked, reason } = useStopped({ leadId, channel }, lead);
  if (!lead || isAsked) return null;
  if (reason !== null)
    return (
      <Dialog
        open
        onClose={onClose}
        width={460}
        title={channel === 'sms' ? `Stop texts to ${lead.name}` : `Stop email follow-ups to ${lead.name}`}
        bodyClassName="pad"
        footer={
          <>
            <span className="grow" />
            <DialogClose asChild>
              <Button>Close</Button>
            </DialogClose>
          </>
        }
      >
        <p>{reason}</p>
      </Dialog>
    );
  return (
    <StopQuestion
      lead={lead}
      channel={channel}
      open
      // This also runs after a confirmation. If confirming also navigated back, the browser would leave the lead.
      onCancel={onClose}
      onConfirm={() => note.mutate({ leadId, channel })}
    />
  );
}

/** Both channels use the same dialog. The URL selects the channel. */
export const NoTexts = (props: Omit<NoteStopProps, 'channel'>) => <NoteStop {...props} channel="sms" />;
export const NoEmail = (props: Omit<NoteStopProps, 'channel'>) => <NoteStop {...props} channel="email" />;
