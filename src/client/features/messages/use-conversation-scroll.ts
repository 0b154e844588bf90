import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So near to the end counts as being there. */
const NEAR = 64;

interface Ends {
  first: string | undefined;
  last: string | undefined;
}

const bodyOf = (list: HTMLElement | null): HTMLElement | null => list?.closest<HTMLElement>('.body') ?? null;

/**
 * Keeps a conversation at its newest word as long as it is there, also while the keyboard or the composer grows, and
 * leaves alone who reads further up: earlier words are put above without a jump, new ones are told of. `list` stands in
 * the sheet's body, which scrolls.
 */
export function useConversationScroll(list: RefObject<HTMLElement | null>, { first, last }: Ends) {
  const toEnd = useRef(0);
  const seen = useRef<Ends>({ first, last });
  const [hasNew, setHasNew] = useState(false);

  const follow = useCallback(() => {
    const body = bodyOf(list.current);
    if (body && toEnd.current < NEAR) body.scrollTop = body.scrollHeight;
  }, [list]);

  useEffect(() => {
    const body = bodyOf(list.current);
    if (!body || !list.current) return;
    const note = () => {
      toEnd.current = body.scrollHeight - body.scrollTop - body.clientHeight;
      if (toEnd.current < NEAR) setHasNew(false);
    };
    body.addEventListener('scroll', note, { passive: true });
    const sizes = new ResizeObserver(follow);
    sizes.observe(body);
    sizes.observe(list.current);
    return () => {
      body.removeEventListener('scroll', note);
      sizes.disconnect();
    };
  }, [list, follow]);

  useLayoutEffect(() => {
    const body = bodyOf(list.current);
    const before = seen.current;
    seen.current = { first, last };
    if (!body) return;
    if (toEnd.current < NEAR) body.scrollTop = body.scrollHeight;
    else if (first !== before.first) body.scrollTop = body.scrollHeight - body.clientHeight - toEnd.current;
    else if (last !== before.last) setHasNew(true);
  }, [list, first, last]);

  const goToEnd = () => {
    toEnd.current = 0;
    setHasNew(false);
    follow();
  };
  return { hasNew, goToEnd };
}
