import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { lazyPart } from '../lib/parts.ts';
import { toasts } from './toast.ts';

const Toaster = lazyPart(() => import('./toaster.tsx'));

/** Render this once in the app. It loads the toaster on the user's first action or with the first toast. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toasts.subscribe, toasts.isWanted);
  useEffect(() => {
    // Loads the toaster early, so that toasts can appear without a network connection.
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
