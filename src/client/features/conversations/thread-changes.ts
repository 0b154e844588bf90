import type { ThreadItem } from '#shared/features/conversations/conversations.schema.ts';

/** What a conversation shows, oldest first, as far as its scrolling and its announcements ask. */
export interface Shown {
  ids: readonly string[];
  /** The newest that the homeowner said; what waits for its hour stands below it. */
  heard: string | undefined;
  /** How many of them the contractor typed. */
  typed: number;
}

export const shownOf = (items: readonly ThreadItem[]): Shown => ({
  ids: items.map(({ id }) => id),
  heard: items.findLast(({ from }) => from === 'homeowner')?.id,
  typed: items.filter(({ from, label }) => from === 'company' && label === null).length,
});

/**
 * What changed: 'earlier' words were put above what stood there; the homeowner has 'heard' something new from; the
 * contractor has 'typed' something; else nothing that anyone is told of. A first entry that changed tells nothing: with
 * one page loaded, each new entry takes the oldest away.
 */
export const changeOf = (was: Shown, is: Shown): 'earlier' | 'heard' | 'typed' | undefined => {
  const [first] = was.ids;
  if (first === undefined) return undefined;
  if (is.ids.indexOf(first) > 0) return 'earlier';
  if (is.heard !== was.heard && is.heard !== undefined) return 'heard';
  return is.typed > was.typed ? 'typed' : undefined;
};
