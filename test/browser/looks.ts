import type { Page } from 'playwright-core';
import { axeFaults } from './axe.ts';

export type Theme = 'light' | 'dark';

/** Waits until all transitions have ended, because colors and positions are measured afterward. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** Waits until the page has the system's theme. The browser has no stored choice of theme. */
export const setTheme = async (page: Page, colorScheme: Theme): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await settled(page);
};

/** Returns everything that scrolls sideways: the page, or a layer on top of it. Boards and code are exempt. */
export const sidewaysFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const floating = [...document.querySelectorAll('.dialog > .body, .sheet > .body, .confirm, .menu')];
    return [document.documentElement, ...floating]
      .filter((element) => element.scrollWidth > Math.max(element.clientWidth, 1))
      .map((element) => `${element.className || 'the page'} is ${element.scrollWidth} px of ${element.clientWidth}`);
  });

/**
 * Returns buttons, links styled as buttons, and fields that are less than 44 px high or less than 24 px wide. Links
 * within text are exempt.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const targets = [
      ...document.querySelectorAll<HTMLElement>(
        'button, select, textarea, summary, a.btn, nav a, [role=menuitem], input:not([type=radio], [type=checkbox], [type=hidden])',
      ),
    ];
    return targets
      .filter((target) => target.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((target) => !target.closest('[aria-hidden=true], .sr-only, .skip'))
      .filter((target) => {
        const { width, height } = target.getBoundingClientRect();
        return width > 1 && height > 1 && (height < 43.5 || width < 24);
      })
      .map((target) => `lower than 44 px: ${target.outerHTML.slice(0, 160)}`);
  });

const FLOATING = ['[role=alertdialog]', '[role=menu]', '[role=dialog]'];

/**
 * Returns a selector for the part of the page that can be used now: the top layer or, without layers, the whole page.
 * The layers behind the top layer are separate screens.
 */
async function inFront(page: Page): Promise<string> {
  for (const floating of FLOATING) if ((await page.locator(floating).count()) > 0) return floating;
  return 'html';
}

/** Reports focus that isn't in the top layer. */
const focusFaults = (page: Page, front: string): Promise<string[]> =>
  page.evaluate(
    (floating) =>
      document.activeElement?.closest(floating)
        ? []
        : [`the focus is not in ${floating}: ${document.activeElement?.outerHTML.slice(0, 80)}`],
    front,
  );

/**
 * Returns the errors of the current screen: axe's errors, a misplaced focus, sideways scrolling and, on phones (below
 * 768 px), targets that are too small. Phones are also checked at 320 px. Restores the width afterward.
 */
export async function faultsOf(page: Page, { width, height }: { width: number; height: number }): Promise<string[]> {
  await settled(page);
  const front = await inFront(page);
  const found = [
    ...(await axeFaults(page, front)),
    ...(await focusFaults(page, front)),
    ...(await sidewaysFaults(page)),
  ];
  if (width >= 768) return found;
  found.push(...(await smallTargets(page)));
  await page.setViewportSize({ width: 320, height });
  found.push(...(await sidewaysFaults(page)).map((fault) => `at 320 px ${fault}`));
  await page.setViewportSize({ width, height });
  return found;
}
