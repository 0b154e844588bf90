import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { trpc } from '../../lib/trpc.ts';

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Notes that what the homeowner said has been read, as soon as it stands before somebody's eyes. */
export function useMarkRead(leadId: string, { unread, shown }: { unread: number; shown: boolean }): void {
  const visible = useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');
  const utils = trpc.useUtils();
  const markRead = trpc.messages.markRead.useMutation();
  const read = useEffectEvent(() =>
    markRead.mutate(
      { leadId },
      {
        onSuccess: () => {
          void utils.leads.get.invalidate({ leadId });
          void utils.leads.list.invalidate();
          void utils.leads.summary.invalidate();
        },
      },
    ),
  );
  useEffect(() => {
    if (unread > 0 && shown && visible) read();
  }, [leadId, unread, shown, visible]);
}
