import type { ThreadItem } from '#shared/features/conversations/conversations.schema.ts';

/** The parts of a displayed conversation that scrolling and announcements use, oldest message first. */
export interface Shown {
  ids: readonly string[];
  /** The homeowner's newest message. A scheduled message may follow it. */
  heard: string | undefined;
  /** The number of messages that the contractor typed. */
  typed: number;
}

export const shownOf = (items: readonly ThreadItem[]): Shown => ({
  ids: items.map(({ id }) => id),
  heard: items.findLast(({ from }) => from === 'homeowner')?.id,
  typed: items.filter(({ from, label }) => from === 'company' && label === null).length,
});

/**
 * Returns the kind of change. 'earlier' means that older messages were loaded. 'heard' means that a message from the
 * homeowner arrived. 'typed' means that the contractor sent a message. Undefined if none of these happened. A different
 * first entry alone doesn't mean 'earlier', because each new entry removes the oldest while only one page is loaded.
 */
export const changeOf = (was: Shown, is: Shown): 'earlier' | 'heard' | 'typed' | undefined => {
  const [first] = was.ids;
  if (first === undefined) return undefined;
  if (is.ids.indexOf(first) > 0) return 'earlier';
  if (is.heard !== was.heard && is.heard !== undefined) return 'heard';
  return is.typed > was.typed ? 'typed' : undefined;
};
