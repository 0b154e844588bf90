import { RotateCw } from 'lucide-react';
import type { AdminFailureView } from '#shared/features/admin/admin-failures.schema.ts';
import { formatPhone } from '#shared/primitives/format-phone.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { useAfterAct } from './use-act.ts';

/** The message's name in button labels. */
export const nameOf = (message: AdminFailureView): string =>
  message.company ? `${message.what} from ${message.company.name}` : message.what;

/** A button that retries a message, or the reason why it can't be retried. */
export function Retry({ message }: { message: AdminFailureView }) {
  const after = useAfterAct();
  const retry = trpc.admin.messages.retry.useMutation({
    onSuccess: ({ retried }) =>
      toast.done(retried ? 'Message queued for retry' : 'Message already queued', {
        detail: 'We’ll check it again before sending it',
      }),
    onError: (error) => sayFailed('We couldn’t retry the message', error),
    onSettled: after,
  });
  if (message.noRetry !== null) return <small className="whole">{message.noRetry}</small>;
  return (
    <Button
      icon={<RotateCw className="i" aria-hidden />}
      working={retry.isPending}
      workingText="Trying..."
      aria-label={`Retry ${nameOf(message)}`}
      onClick={() => retry.mutate({ id: message.id })}
    >
      Retry
    </Button>
  );
}

/** Returns the reason for a failure, or a note about an unconfirmed message, with a period at the end. */
export const reasonText = ({ reason, status }: AdminFailureView): string =>
  (reason ?? (status === 'failed' ? 'No reason was given' : 'This message may have arrived')).replace(/[^.!?]$/, '$&.');

/** Sorts the messages: first those that definitely weren't sent, then those that may have arrived. */
export const failedFirst = (messages: readonly AdminFailureView[]): AdminFailureView[] => [
  ...messages.filter(({ status }) => status === 'failed'),
  ...messages.filter(({ status }) => status !== 'failed'),
];

/** Returns the email address or phone number that a message was sent to. */
export const recipient = ({ channel, to }: AdminFailureView): string =>
  to === null ? 'no recipient' : channel === 'sms' ? formatPhone(to) : to;
