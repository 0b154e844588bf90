import { on } from '../dom.ts';

interface Step {
  /** The second step; hidden while the first one shows. */
  root: HTMLElement;
  back: () => void;
  forward: (() => void) | undefined;
}

const entryNow = (): unknown => (history.state as { picket?: unknown } | null)?.picket;

/**
 * Gives the second step an entry in the page's history when it is shown, so that the browser's 'Back' leads to the
 * first step and not off the page. What the page keeps in its own entry is carried along. Answers what leads back.
 */
export const stepInHistory = ({ root, back, forward }: Step): (() => void) => {
  const mine = `${Math.random()}`;
  const isMine = () => entryNow() === mine;
  const enter = () => {
    if (root.hidden || isMine()) return;
    try {
      history.pushState({ ...(history.state as object | null), picket: mine }, '');
    } catch {
      // a frame without an address of its own has no history to write to
    }
  };
  new MutationObserver(enter).observe(root, { attributes: true, attributeFilter: ['hidden'] });
  on(window, 'popstate', () => {
    if (!root.isConnected || isMine() !== root.hidden) return;
    if (root.hidden) forward?.();
    else back();
  });
  return () => (isMine() ? history.back() : back());
};
