import { CloudOff, LoaderCircle } from 'lucide-react';
import { useOnline } from '../../lib/online.ts';

/** One line below the bar while the dashboard cannot hear of changes; nothing while all is well. */
export function ConnectionLine({ lost }: { lost: boolean }) {
  const online = useOnline();
  return (
    <div aria-live="polite">
      {!online && (
        <p className="connection">
          <CloudOff className="i" aria-hidden /> You are offline. You see what was loaded last.
        </p>
      )}
      {online && lost && (
        <p className="connection">
          <LoaderCircle className="i spin" aria-hidden /> Reconnecting…
        </p>
      )}
    </div>
  );
}
