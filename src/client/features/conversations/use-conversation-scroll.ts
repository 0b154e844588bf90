import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { changeOf, type Shown } from './thread-changes.ts';

/** So near to the end counts as being there. */
const NEAR = 64;

/** An entry that the reader has before his eyes, and how far below the top of the view it stands. */
interface Anchor {
  entry: Element;
  top: number;
}

const bodyOf = (list: HTMLElement | null): HTMLElement | null => list?.closest<HTMLElement>('.body') ?? null;

const topIn = (body: HTMLElement, entry: Element): number =>
  entry.getBoundingClientRect().top - body.getBoundingClientRect().top;

const anchorIn = (body: HTMLElement): Anchor | undefined => {
  const { top } = body.getBoundingClientRect();
  const entry = [...body.querySelectorAll('.talk-item')].find((one) => one.getBoundingClientRect().bottom > top);
  return entry && { entry, top: topIn(body, entry) };
};

/**
 * Keeps a conversation at its newest word as long as it is there, also while the keyboard or the composer grows, and
 * leaves who reads further up where he is, whatever comes above or goes: of new words of the homeowner's he is told,
 * his own bring him to the end. `list` stands in the sheet's body, which scrolls.
 */
export function useConversationScroll(list: RefObject<HTMLElement | null>, shown: Shown) {
  const toEnd = useRef(0);
  const anchor = useRef<Anchor>(undefined);
  const seen = useRef(shown);
  const [hasNew, setHasNew] = useState(false);

  const settle = useCallback(() => {
    const body = bodyOf(list.current);
    if (!body) return;
    if (toEnd.current < NEAR) body.scrollTop = body.scrollHeight;
    anchor.current = anchorIn(body);
  }, [list]);

  useEffect(() => {
    const body = bodyOf(list.current);
    if (!body || !list.current) return;
    const note = () => {
      toEnd.current = body.scrollHeight - body.scrollTop - body.clientHeight;
      anchor.current = anchorIn(body);
      if (toEnd.current < NEAR) setHasNew(false);
    };
    body.addEventListener('scroll', note, { passive: true });
    const sizes = new ResizeObserver(settle);
    sizes.observe(body);
    sizes.observe(list.current);
    return () => {
      body.removeEventListener('scroll', note);
      sizes.disconnect();
    };
  }, [list, settle]);

  useLayoutEffect(() => {
    const body = bodyOf(list.current);
    const change = changeOf(seen.current, shown);
    seen.current = shown;
    if (!body) return;
    if (change === 'typed') toEnd.current = 0;
    else if (change === 'heard' && toEnd.current >= NEAR) setHasNew(true);
    const held = anchor.current;
    if (toEnd.current >= NEAR && held?.entry.isConnected) body.scrollTop += topIn(body, held.entry) - held.top;
    settle();
  }, [list, shown, settle]);

  const goToEnd = () => {
    toEnd.current = 0;
    setHasNew(false);
    settle();
  };
  return { hasNew, goToEnd };
}
