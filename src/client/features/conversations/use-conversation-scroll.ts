import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { changeOf, type Shown } from './thread-changes.ts';

/** The view counts as scrolled to the end if this many pixels or fewer are below it. */
const NEAR = 64;

/** A visible entry, and its distance from the top of the view. */
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
 * Controls how a conversation scrolls. If the user has scrolled to the end, the newest message stays visible, even when
 * the keyboard opens or the composer grows. If the user is farther up, the visible entries stay in place when others
 * are added or removed. `hasNew` is then true if a new message from the homeowner has arrived. Sending a message
 * scrolls to the end. `list` is inside the sheet's body, which is the scroll container.
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
