import { type RefObject, useEffect, useState } from 'react';

/** Lists with fewer rows than this are rendered in full. */
const MANY = 100;
/**
 * The number of rows rendered above and below the visible part. They're ready before the user scrolls or tabs to them.
 */
const BEYOND = 20;

/** The rows to render, and the heights in px of the gaps above and below them. */
export interface RowsInSight {
  from: number;
  to: number;
  above: number;
  below: number;
}

interface Asked {
  count: number;
  /** The row height in px. If the actual height differs slightly, only the scroll bar is affected. */
  rowHeight: number;
}

type Range = Pick<RowsInSight, 'from' | 'to'>;

const rangeOf = (list: Element, { count, rowHeight }: Asked): Range => {
  const { top } = list.getBoundingClientRect();
  const from = Math.floor(-top / rowHeight) - BEYOND;
  const to = Math.ceil((innerHeight - top) / rowHeight) + BEYOND;
  const last = Math.max(0, count - BEYOND);
  return { from: Math.min(Math.max(0, from), last), to: Math.min(count, Math.max(to, BEYOND)) };
};

/**
 * Returns the visible part of a long list plus some rows around it, or all rows of a short list. Updates when the page
 * scrolls or is resized.
 */
export const useRowsInSight = (list: RefObject<Element | null>, { count, rowHeight }: Asked): RowsInSight => {
  const many = count > MANY;
  const [range, setRange] = useState<Range>({ from: 0, to: MANY });
  useEffect(() => {
    if (!many) return;
    const look = () => {
      if (!list.current) return;
      const next = rangeOf(list.current, { count, rowHeight });
      setRange((now) => (now.from === next.from && now.to === next.to ? now : next));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [many, list, count, rowHeight]);
  if (!many) return { from: 0, to: count, above: 0, below: 0 };
  const to = Math.min(range.to, count);
  const from = Math.min(range.from, to);
  return { from, to, above: from * rowHeight, below: (count - to) * rowHeight };
};
