import { useEffect, useEffectEvent } from 'react';
import { isPassing } from '../../lib/errors.ts';
import { useOnline } from '../../lib/online.ts';
import { trpc } from '../../lib/trpc.ts';
import { useVisible } from '../../lib/visible.ts';

const MOST_AGAIN = 3;

/** Notes that what the homeowner said has been read, as soon as it stands before somebody's eyes. */
export function useMarkRead(leadId: string, { unread, shown }: { unread: number; shown: boolean }): void {
  const visible = useVisible();
  const utils = trpc.useUtils();
  const online = useOnline();
  const markRead = trpc.messages.markRead.useMutation({
    // nobody pressed anything that he could press again; once more changes nothing
    retry: (count, error) => count < MOST_AGAIN && isPassing(error),
    onSuccess: (_answer, { leadId: readId }) => {
      void utils.leads.get.invalidate({ leadId: readId });
      void utils.leads.list.invalidate();
      void utils.leads.summary.invalidate();
    },
  });
  const read = useEffectEvent(() => markRead.mutate({ leadId }));
  useEffect(() => {
    if (unread > 0 && shown && visible && online) read();
  }, [leadId, unread, shown, visible, online]);
}
