import { lazy, useSyncExternalStore } from 'react';
import { SECOND } from '#shared/primitives/durations.ts';

const PAUSE = 2 * SECOND;

/** Files of this page that are waited for, and whether there is a newer page, in which they are called otherwise. */
interface Parts {
  waiting: number;
  gone: boolean;
}

let parts: Parts = { waiting: 0, gone: false };
const listeners = new Set<() => void>();
const note = (change: Partial<Parts>) => {
  parts = { ...parts, ...change };
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useParts = (): Parts => useSyncExternalStore(subscribe, () => parts);

/** Resolves when another try may work: with the network's return, or a little later where it seems to be there. */
const later = (): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, PAUSE);
    else addEventListener('online', () => resolve(), { once: true });
  });

const isServerThere = (): Promise<boolean> =>
  fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * Fetches a part of the page, and goes on trying while it cannot be had: a missing network must not take the page with
 * it. Where the server is there and the file is not, a newer version was put up since the page was opened: then it
 * waits for the page to be loaded again. `connection-line.tsx` says which.
 */
export const untilThere = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch {
    note({ waiting: parts.waiting + 1 });
    await later();
    const again = await load().catch(() => null);
    if (again === null && (await isServerThere())) {
      note({ gone: true });
      return new Promise(() => undefined);
    }
    note({ waiting: parts.waiting - 1 });
    return again ?? untilThere(load);
  }
};

/** `lazy` for what is opened after the page: its place stays empty or grey until it is there. */
export const lazyPart: typeof lazy = (load) => lazy(() => untilThere(load));
