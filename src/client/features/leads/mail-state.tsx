import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';

/** Why no mail goes to the lead (C26), and where it is only paused, the button that lifts it. */
export function MailState({ leadId }: { leadId: string }) {
  const utils = trpc.useUtils();
  const { data } = trpc.leads.mailState.useQuery({ leadId });
  const resume = trpc.leads.resumeMail.useMutation({
    onSuccess: () => toast.done('Email is turned back on', { detail: 'If an email bounces again, you’ll see it here' }),
    onError: (error) => sayFailed('Email stays paused', error),
    onSettled: () =>
      Promise.all([utils.leads.mailState.invalidate({ leadId }), utils.leads.timeline.invalidate({ leadId })]),
  });
  if (!data?.reason) return null;
  return (
    <Note>
      <span className="row between flex-wrap gap-2">
        <span>{data.reason}</span>
        {data.canResume && (
          <Button working={resume.isPending} workingText="Lifting..." onClick={() => resume.mutate({ leadId })}>
            Send email again
          </Button>
        )}
      </span>
    </Note>
  );
}
