import type { ConversationLine } from '#shared/features/agent/agent.schema.ts';
import type { ThreadItem } from '#shared/features/conversations/conversations.schema.ts';

/**
 * A message in the thread, or a line from the conversation with the sales agent on the website or the estimate page.
 */
export type ThreadEntry = { kind: 'message'; item: ThreadItem } | { kind: 'agent'; line: ConversationLine };

/**
 * Merges the thread and the agent's lines by time, oldest first. Leaves out lines older than the loaded part of the
 * thread.
 */
export function threadEntries(
  items: readonly ThreadItem[],
  lines: readonly ConversationLine[],
  hasEarlier: boolean,
): ThreadEntry[] {
  const from = hasEarlier && items[0] ? Date.parse(items[0].at) : -Infinity;
  const waiting = lines.filter(({ at }) => Date.parse(at) >= from);
  const entries: ThreadEntry[] = [];
  let next = 0;
  const addLinesBefore = (end: number) => {
    for (let line = waiting[next]; line && Date.parse(line.at) < end; line = waiting[next]) {
      entries.push({ kind: 'agent', line });
      next += 1;
    }
  };
  for (const item of items) {
    addLinesBefore(Date.parse(item.at));
    entries.push({ kind: 'message', item });
  }
  addLinesBefore(Infinity);
  return entries;
}
