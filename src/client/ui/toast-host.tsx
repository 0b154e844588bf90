import { Suspense, useEffect, useSyncExternalStore } from 'react';
import { lazyPart } from '../lib/parts.ts';
import { toasts } from './toast.ts';

const Toaster = lazyPart(() => import('./toaster.tsx'));

/** Stands once in the app; brings the toaster with a person's first act, or when there is something to say. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toasts.subscribe, toasts.isWanted);
  useEffect(() => {
    // early, so that it is there when the network isn't
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
