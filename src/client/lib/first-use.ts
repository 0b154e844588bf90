/** What somebody does who uses a page. Reading the first screen isn't among them. */
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'] as const;

/**
 * Calls `start` once, at the first sign that somebody uses the page. For a page whose HTML is already whole: on a phone,
 * taking it over costs most of a second, which nobody waits for who only reads.
 */
export const atFirstUse = (start: () => void): void => {
  const using = new AbortController();
  const begin = () => {
    using.abort();
    start();
  };
  for (const sign of SIGNS) addEventListener(sign, begin, { capture: true, passive: true, signal: using.signal });
};
