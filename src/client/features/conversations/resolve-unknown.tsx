import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { keepPlace } from './keep-place.ts';
import { useAfterDecision } from './use-after-decision.ts';

/** Lets the contractor decide about an unconfirmed message. `messageId` is the message's id. */
export function ResolveUnknown({ leadId, messageId }: { leadId: string; messageId: string }) {
  const reload = useAfterDecision(leadId);
  const resolve = trpc.followUps.resolveUnknown.useMutation({
    onSuccess: (_answer, { action }) => {
      keepPlace();
      toast.done(action === 'resend' ? 'The message will be sent again' : 'The message won’t be sent again');
    },
    onError: (error) => sayFailed('We couldn’t save your decision', error),
    onSettled: reload,
  });
  const press = (action: 'resend' | 'ignore') => resolve.mutate({ messageId, action });
  return (
    <div className="row flex-wrap gap-2">
      <Button working={resolve.isPending} workingText="Saving..." onClick={() => press('resend')}>
        Send again
      </Button>
      <Button variant="quiet" onClick={() => !resolve.isPending && press('ignore')}>
        Don’t send again
      </Button>
    </div>
  );
}
