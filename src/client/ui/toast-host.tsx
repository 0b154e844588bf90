import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toasts } from './toast.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/** Stands once in the app; brings the toaster when there is something to say. */
export function ToastHost() {
  const wanted = useSyncExternalStore(toasts.subscribe, toasts.isWanted);
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
