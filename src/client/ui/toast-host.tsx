import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { toasts } from './toast.ts';

const TRY_AGAIN_MS = 2_000;

/** Resolves when another try may work: with the network's return, or a little later where it seems to be there. */
const later = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, TRY_AGAIN_MS);
    else addEventListener('online', () => resolve(), { once: true });
  });

/** Does not reject: a message that the network is gone must not take the page with it. */
const fetchToaster = (): Promise<{ default: ComponentType }> =>
  import('./toaster.tsx').catch(() => later().then(fetchToaster));

const Toaster = lazy(fetchToaster);

/** Stands once in the app; brings the toaster with a person's first act, or when there is something to say. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toasts.subscribe, toasts.isWanted);
  useEffect(() => {
    // early, so that it is there when the network is not
    const acts = ['pointerdown', 'keydown'] as const;
    const fetchOnce = () => {
      for (const act of acts) removeEventListener(act, fetchOnce);
      void import('./toaster.tsx').catch(() => undefined);
    };
    for (const act of acts) addEventListener(act, fetchOnce);
    return () => {
      for (const act of acts) removeEventListener(act, fetchOnce);
    };
  }, []);
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
