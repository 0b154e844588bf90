import { type RefObject, useEffect, useState } from 'react';

/** Shorter lists are drawn whole. */
const MANY = 100;
/** Rows drawn above and below what is seen, so that scrolling and the Tab key find them there. */
const BEYOND = 20;

/** Which rows are drawn, and the height in px that stands for those before and after them. */
export interface RowsInSight {
  from: number;
  to: number;
  above: number;
  below: number;
}

interface Asked {
  count: number;
  /** Of one row, in px: rows that differ a little only make the scroll bar a little less exact. */
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

/** The part of a long list that is in sight or near it; all of a short one. Follows scrolling and the window's size. */
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
