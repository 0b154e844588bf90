import { on } from '../dom.ts';

interface Step {
  /** The second step. It's hidden while the first one is shown. */
  root: HTMLElement;
  back: () => void;
  forward: (() => void) | undefined;
}

interface State {
  /** On the second step's entry, and on the one before it. */
  picket?: unknown;
  picketBefore?: unknown;
}
const entryNow = (): State => (history.state as State | null) ?? {};

/**
 * Adds an entry to the browser's history when the second step appears. The Back button then returns to the first step
 * instead of leaving the page. The entry copies the state of the host page's entry, which is marked too: a link to a part
 * of the page adds an entry that's neither, and changes nothing. Returns a function that goes back.
 */
export const stepInHistory = ({ root, back, forward }: Step): (() => void) => {
  const mine = `${Math.random()}`;
  const isMine = () => entryNow().picket === mine;
  const enter = () => {
    if (root.hidden || isMine()) return;
    try {
      history.replaceState({ ...entryNow(), picketBefore: mine }, '');
      history.pushState({ ...entryNow(), picketBefore: undefined, picket: mine }, '');
    } catch {
      // An iframe without its own URL can't add history entries.
    }
  };
  new MutationObserver(enter).observe(root, { attributes: true, attributeFilter: ['hidden'] });
  on(window, 'popstate', () => {
    if (!root.isConnected || isMine() !== root.hidden) return;
    if (!root.hidden && entryNow().picketBefore !== mine) return;
    if (root.hidden) forward?.();
    else back();
  });
  return () => (isMine() ? history.back() : back());
};
