import { type RefObject, useLayoutEffect, useRef } from 'react';

const ROW = '[data-row]';

/**
 * For a list whose rows go when they were dealt with: the focus that goes with one comes to the row in its place, to the
 * last one, or to the list itself. Rows carry `data-row` and `tabIndex={-1}`; `ids` are those that are shown.
 */
export function useRowFocus(list: RefObject<HTMLElement | null>, ids: readonly string[] | undefined) {
  const at = useRef(-1);
  const key = ids?.join();
  useLayoutEffect(() => {
    if (at.current < 0 || document.activeElement !== document.body) return;
    const rows = list.current?.querySelectorAll<HTMLElement>(ROW) ?? [];
    const next = rows[Math.min(at.current, rows.length - 1)] ?? list.current;
    next?.focus({ preventScroll: true });
  }, [list, key]);
  return {
    onFocus: ({ target }: { target: Element }) => {
      const row = target.closest(ROW);
      at.current = row ? [...(list.current?.querySelectorAll(ROW) ?? [])].indexOf(row) : -1;
    },
  };
}
