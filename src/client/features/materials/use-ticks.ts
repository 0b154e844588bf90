import { useState } from 'react';
import { recall, remember } from '../../lib/remember.ts';

/** Ticks are stored as item keys, one on each line. */
const read = (list: string): ReadonlySet<string> => new Set((recall(list) ?? '').split('\n').filter(Boolean));

/** The ticked items of a list, kept in this browser, because a yard may have no network. */
export const useTicks = (listId: string) => {
  const list = `materials:${listId}`;
  const [kept, setKept] = useState(() => ({ list, ticked: read(list) }));
  const now = kept.list === list ? kept : { list, ticked: read(list) };
  if (now !== kept) setKept(now);
  const keep = (ticked: ReadonlySet<string>): void => {
    setKept({ list, ticked });
    remember(list, ticked.size === 0 ? null : [...ticked].join('\n'));
  };
  return {
    ticked: now.ticked,
    toggle: (item: string) => {
      const next = new Set(now.ticked);
      if (!next.delete(item)) next.add(item);
      keep(next);
    },
    clear: () => keep(new Set()),
  };
};
