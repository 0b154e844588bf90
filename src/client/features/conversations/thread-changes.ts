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
 * Returns what changed: 'earlier' (older messages were loaded), 'heard' (a message from the homeowner arrived), 'typed'
 * (the contractor sent one), or undefined. A changed first entry alone doesn't mean 'earlier'. While only one page is
 * loaded, each new entry removes the oldest.
 */
export const changeOf = (was: Shown, is: Shown): 'earlier' | 'heard' | 'typed' | undefined => {
  const [first] = was.ids;
  if (first === undefined) return undefined;
  if (is.ids.indexOf(first) > 0) return 'earlier';
  if (is.heard !== was.heard && is.heard !== undefined) return 'heard';
  return is.typed > was.typed ? 'typed' : undefined;
};
