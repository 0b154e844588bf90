import type { ThreadItem } from '#shared/features/conversations/conversations.schema.ts';

/** What a conversation shows, oldest first, as needed for scrolling and announcements. */
export interface Shown {
  ids: readonly string[];
  /** The homeowner's newest message. A scheduled message may follow it. */
  heard: string | undefined;
  /** How many of the entries the contractor typed. */
  typed: number;
}

export const shownOf = (items: readonly ThreadItem[]): Shown => ({
  ids: items.map(({ id }) => id),
  heard: items.findLast(({ from }) => from === 'homeowner')?.id,
  typed: items.filter(({ from, label }) => from === 'company' && label === null).length,
});

/**
 * Returns what changed: 'earlier' messages were added at the top, the homeowner's message was 'heard', or the
 * contractor 'typed' one; otherwise undefined. A different first entry alone doesn't count: with one page loaded, each
 * new entry removes the oldest.
 */
export const changeOf = (was: Shown, is: Shown): 'earlier' | 'heard' | 'typed' | undefined => {
  const [first] = was.ids;
  if (first === undefined) return undefined;
  if (is.ids.indexOf(first) > 0) return 'earlier';
  if (is.heard !== was.heard && is.heard !== undefined) return 'heard';
  return is.typed > was.typed ? 'typed' : undefined;
};
