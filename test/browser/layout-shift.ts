import type { CDPSession, Page } from 'playwright-core';
import { settled } from './looks.ts';
import { type Screen, whole } from './screens.ts';

/** The maximum layout shift of a screen while it loads. */
const MOST = 0.01;
/** Responses arrive after the placeholders for loading rows, which appear after 150 ms. */
const LATENCY_MS = 200;

/** Slows down every response, until the returned session is detached. If `cold`, also turns off the browser's cache. */
export async function slowDown(page: Page, { cold }: { cold: boolean }): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: cold });
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  return devtools;
}

/** The requests of a page, except for the stream of live updates. */
export interface PageRequests {
  /** How many have started so far. */
  started(): number;
  /** Resolves once none is running. */
  ended(): Promise<void>;
}

export function requestsOf(page: Page): PageRequests {
  const running = new Set<unknown>();
  let started = 0;
  let ended: (() => void) | undefined;
  page.on('request', (request) => {
    if (request.resourceType() === 'eventsource') return;
    running.add(request);
    started += 1;
  });
  const end = (request: unknown) => {
    running.delete(request);
    if (running.size === 0) ended?.();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return {
    started: () => started,
    ended: () =>
      new Promise((resolve) => {
        if (running.size === 0) resolve();
        else ended = resolve;
      }),
  };
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

/**
 * Returns the sum of the layout shifts since the page was opened, except shifts right after an input. Also returns the
 * elements that moved, with their old and new positions.
 */
const layoutShift = (page: Page): Promise<{ sum: number; moved: string[] }> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const shifts: Shift[] = [];
        const observer = new PerformanceObserver((list) => shifts.push(...(list.getEntries() as Shift[])));
        observer.observe({ type: 'layout-shift', buffered: true });
        const nameOf = (node: Node | null) =>
          node instanceof Element
            ? `${node.tagName.toLowerCase()}.${node.className}`
            : (node?.textContent ?? 'removed');
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const own = shifts.filter(({ hadRecentInput }) => !hadRecentInput);
            resolve({
              sum: own.reduce((sum, { value }) => sum + value, 0),
              moved: own.flatMap(({ sources }) =>
                sources.map(
                  ({ node, previousRect: was, currentRect: is }) =>
                    `${nameOf(node)} ${was.x},${was.y} to ${is.x},${is.y}`,
                ),
              ),
            });
          }),
        );
      }),
  );

/** Loads each URL with slow responses, and returns the pages whose content moves while loading. */
export async function shiftFaults(
  page: Page,
  screens: readonly { name: string; url: string; sees?: string | RegExp }[],
): Promise<string[]> {
  const requests = requestsOf(page);
  const faults: string[] = [];
  for (const { name, url, sees = '' } of screens) {
    await page.goto(url);
    // What has just appeared may ask for more, and what comes then may move it.
    for (let calm = 0; calm < 2;) {
      const before = requests.started();
      await whole(page, sees);
      await requests.ended();
      await settled(page);
      calm = requests.started() === before ? calm + 1 : 0;
    }
    const { sum, moved } = await layoutShift(page);
    const { width = 0 } = page.viewportSize() ?? {};
    if (sum > MOST) faults.push(`${name} shifts by ${sum.toFixed(4)} at ${width} px: ${moved.join(', ')}`);
  }
  return faults;
}

/** Returns each URL of these screens once. A state that a press opens isn't loaded, so it has no URL of its own. */
export const loadsOf = (
  base: string,
  screens: readonly Screen[],
): { name: string; url: string; sees: string | RegExp }[] => [
  ...new Map(
    screens
      .filter(({ onward }) => !onward)
      .toReversed()
      .map(({ name, at, open, sees }) => [at, { name, url: `${base}?${at}`, sees: open ? '' : sees }] as const),
  ).values(),
];
