import { lazy, useSyncExternalStore } from 'react';
import { SECOND } from '#shared/primitives/durations.ts';

const LONGEST_PAUSE = 8 * SECOND;
/** So many times in a row must a file be missing where the server is there: a network that comes back stumbles. */
const SURE = 3;

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
const later = (tries: number): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine) setTimeout(resolve, Math.min(tries * SECOND, LONGEST_PAUSE));
    else addEventListener('online', () => resolve(), { once: true });
  });

const isServerThere = (): Promise<boolean> =>
  fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  );

/** Browsers differ in what they keep of a style that did not come: nothing, or a sheet that lets nobody look. */
const hasFailed = ({ sheet }: HTMLLinkElement): boolean => {
  try {
    return !sheet || sheet.cssRules.length === 0;
  } catch {
    return true;
  }
};

/** The style of a part is asked for once only, whatever became of it: what failed is asked for again. */
const fetchStyles = async (): Promise<void> => {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(hasFailed);
  for (const link of failed)
    await new Promise<unknown>((resolve, reject) => {
      const again = document.createElement('link');
      Object.assign(again, { rel: 'stylesheet', href: link.href, onload: resolve, onerror: reject });
      link.replaceWith(again);
    });
};

/**
 * Fetches a part of the page, and goes on trying while it can't be had: a missing network must not take the page with
 * it. Where the server is there and the file isn't, a newer version was put up since the page was opened: then it waits
 * for the page to be loaded again. `connection-line.tsx` says which.
 */
export const untilThere = async <T>(load: () => Promise<T>): Promise<T> => {
  const first = await load().catch(() => null);
  if (first !== null) return first;
  note({ waiting: parts.waiting + 1 });
  for (let tries = 1; ; tries += 1) {
    await later(tries);
    const part = await load()
      .then(async (loaded) => {
        await fetchStyles();
        return loaded;
      })
      .catch(() => null);
    if (part !== null) {
      note({ waiting: parts.waiting - 1 });
      return part;
    }
    if (tries < SURE || !(await isServerThere())) continue;
    note({ gone: true });
    return new Promise(() => undefined);
  }
};

/** `lazy` for what is opened after the page: its place stays empty or grey until it is there. */
export const lazyPart: typeof lazy = (load) => lazy(() => untilThere(load));
