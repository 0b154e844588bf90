import type { Locator, Page } from 'playwright-core';

/** Counts taps. Each tap on something visible counts. Typing into the focused field doesn't. */
export interface Thumb {
  readonly taps: number;
  /** Taps the middle of something or, given a `position`, that point of it in px from its top left corner. */
  tap(target: Locator, position?: { x: number; y: number }): Promise<void>;
  /** Types into the field that the last tap focused. */
  type(page: Page, text: string): Promise<void>;
}

export function countingThumb(): Thumb {
  let taps = 0;
  return {
    get taps() {
      return taps;
    },
    tap: async (target, position) => {
      taps += 1;
      await target.tap(position && { position });
    },
    type: (page, text) => page.keyboard.insertText(text),
  };
}

/** Returns the sum of a page's layout shifts since it was opened, except shifts within half a second of an input. */
export const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        const add = (entries: PerformanceEntryList) => {
          for (const entry of entries as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value;
        };
        observer.observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => {
          add(observer.takeRecords());
          requestAnimationFrame(() => resolve(sum));
        });
      }),
  );
