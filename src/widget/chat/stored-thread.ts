import type { Draft } from '../features/draft.ts';
import type { Thread } from './thread.ts';

/** Returns the conversation that is stored in a draft, or a new one. */
export const readThread = (draft: Draft): Thread => {
  const none: Thread = { entries: [] };
  try {
    return (JSON.parse(draft['chat'] ?? 'null') as Thread | null) ?? none;
  } catch {
    return none;
  }
};
