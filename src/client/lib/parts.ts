import { lazy, useSyncExternalStore } from 'react';
import { SECOND } from '#shared/primitives/durations.ts';

const LONGEST_PAUSE = 8 * SECOND;
/**
 * How many times in a row a file must be missing, while the server responds, before it counts as gone. A single request
 * may fail while the network reconnects.
 */
const SURE = 3;

/** The page's files that are still loading, and whether a newer version of the page has replaced them. */
interface Parts {
  waiting: number;
  gone: boolean;
}

const NONE: Parts = { waiting: 0, gone: false };
let parts = NONE;
const listeners = new Set<() => void>();
const note = (change: Partial<Parts>) => {
  parts = { ...parts, ...change };
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useParts = (): Parts =>
  useSyncExternalStore(
    subscribe,
    () => parts,
    () => NONE,
  );

/**
 * Resolves when another attempt may succeed: when the network is back or, if the network seems available, after a
 * pause.
 */
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

/** Whether a style sheet failed to load. Depending on the browser, the sheet is then missing, empty or unreadable. */
const hasFailed = ({ sheet }: HTMLLinkElement): boolean => {
  try {
    return !sheet || sheet.cssRules.length === 0;
  } catch {
    return true;
  }
};

/**
 * Requests failed style sheets again, because the browser requests a part's style sheet only once, even if the request
 * fails.
 */
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
 * Loads a part of the page and retries until it succeeds, so that a lost connection doesn't break the page. If the
 * server responds but the part's file is still missing, a newer version was deployed in the meantime. The promise then
 * never resolves, and the part stays empty until the user refreshes the page. `connection-line.tsx` tells the user
 * which of the two problems it is.
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

/**
 * Like `lazy`, but for parts that are opened after the page has loaded. Their space is empty or gray until they're
 * loaded.
 */
export const lazyPart: typeof lazy = (load) => lazy(() => untilThere(load));
