import { useQueryClient } from '@tanstack/react-query';
import { CloudOff, LoaderCircle } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { isDown } from '../../lib/errors.ts';
import { reloadPage } from '../../lib/leaving.ts';
import { useOnline } from '../../lib/online.ts';
import { useParts } from '../../lib/parts.ts';
import { Button } from '../../ui/button.tsx';

/** Whether requests are pending because the server isn't responding. `lib/trpc.ts` retries them until it does. */
const useUnanswered = (): boolean => {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  return useSyncExternalStore(
    subscribe,
    () =>
      cache
        .getAll()
        .some(
          ({ state }) =>
            state.fetchStatus !== 'idle' && state.fetchFailureCount > 0 && isDown(state.fetchFailureReason),
        ),
    () => false,
  );
};

const OFFLINE = 'You’re offline. This is the last version we loaded. We’ll keep what you type.';
const OFFLINE_PART = 'You’re offline. The rest will load when you’re back online. We’ll keep what you type.';
const DOWN = 'We can’t connect. Trying again...';

/** A line below the bar, shown while the dashboard is incomplete or outdated. */
export function ConnectionLine({ lost = false }: { lost?: boolean }) {
  const online = useOnline();
  const unanswered = useUnanswered();
  const { waiting, gone } = useParts();
  const trouble = unanswered || waiting > 0 ? DOWN : lost && 'Reconnecting...';
  if (gone)
    return (
      <div className="connection" role="status">
        <span className="grow">A new version of this page is available. Your changes are kept.</span>
        <Button onClick={reloadPage}>Refresh the page</Button>
      </div>
    );
  return (
    <div aria-live="polite">
      {!online && (
        <p className="connection">
          <CloudOff className="i" aria-hidden /> {waiting > 0 ? OFFLINE_PART : OFFLINE}
        </p>
      )}
      {online && trouble && (
        <p className="connection">
          <LoaderCircle className="i spin" aria-hidden /> {trouble}
        </p>
      )}
    </div>
  );
}
