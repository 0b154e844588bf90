import type { Page } from 'playwright-core';

const TABBABLE = 'a[href], button, input:not([type=hidden], [type=radio]), select, textarea, summary, [tabindex="0"]';
/** More Tab stops than any screen has. */
const MOST_STOPS = 150;

interface Stop {
  /** Whether the focused element was reached before, or nothing has focus. */
  over: boolean;
  fault: string | null;
}

/** Marks the focused element as reached, and returns the problem with its focus, if any. */
const readStop = (page: Page): Promise<Stop> =>
  page.evaluate(() => {
    const target = document.activeElement;
    if (!(target instanceof HTMLElement) || target === document.body || target.dataset['reached'])
      return { over: true, fault: null };
    target.dataset['reached'] = 'yes';
    const { left, top, width, height } = target.getBoundingClientRect();
    const shares = [0.1, 0.5, 0.9];
    // A tall field may be partly covered, because the browser scrolls only to its caret.
    const points = shares.flatMap((x) => shares.map((y) => [left + width * x, top + height * y] as const));
    const seen = points.some(([x, y]) => {
      const at = document.elementFromPoint(x, y);
      return (
        at !== null && (target.contains(at) || at.contains(target) || at.closest('label')?.contains(target) === true)
      );
    });
    const { outlineStyle, boxShadow } = getComputedStyle(target);
    const marked = outlineStyle !== 'none' || boxShadow !== 'none' || target.matches('[role=switch], [type=checkbox]');
    const name = target.outerHTML.slice(0, 100);
    return {
      over: false,
      fault: seen ? (marked ? null : `focus is not visible: ${name}`) : `focus is covered: ${name}`,
    };
  });

/**
 * Presses Tab through the whole screen. Returns the controls that Tab never reaches, and the controls whose focus is
 * hidden.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('[data-reached]')) delete one.dataset['reached'];
  });
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const { over, fault } = await readStop(page);
    if (fault) faults.push(fault);
    if (over && stops > 0) break;
  }
  const missed = await page.evaluate((tabbable) => {
    const front = document.querySelector('[role=dialog]') ?? document;
    return [...front.querySelectorAll<HTMLElement>(tabbable)]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && control.tabIndex >= 0)
      .filter((control) => !control.matches(':disabled') && !control.closest('[inert], [aria-hidden=true]'))
      .filter((control) => !control.dataset['reached'])
      .map((control) => `never reached: ${control.outerHTML.slice(0, 100)}`);
  }, TABBABLE);
  return [...faults, ...missed];
}
