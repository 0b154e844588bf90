/** The typed values by field name. The checkbox for texts isn't stored: consent must be given again after a refresh. */
export type Draft = Record<string, string>;

const storage = (): Storage | undefined => {
  try {
    return window.sessionStorage;
  } catch {
    // A sandboxed frame, or storage is disabled.
    return undefined;
  }
};
const place = (contractorId: string) => `picket:${contractorId}`;

/** Stores the typed values so that they survive a refresh of this tab. Does nothing if the browser blocks storage. */
export const keepDraft = (contractorId: string, draft: Draft | undefined): void => {
  try {
    if (draft) storage()?.setItem(place(contractorId), JSON.stringify(draft));
    else storage()?.removeItem(place(contractorId));
  } catch {
    // The storage is full. The form itself still has the values.
  }
};

export const readDraft = (contractorId: string): Draft => {
  try {
    return (JSON.parse(storage()?.getItem(place(contractorId)) ?? '{}') ?? {}) as Draft;
  } catch {
    return {};
  }
};

/** Returns 128 random bits as text. `randomUUID` is missing on pages without https. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36).padStart(7, '0')).join('');

/**
 * Returns the idempotency key of a filled form and stores it in the draft. The key stays the same while the content
 * does, so that a retry, a double click or a refresh creates one lead. A change of the content creates a new key, so
 * that the server stores the correction.
 */
export const keyFor = (draft: Draft, content: string): string => {
  if (!draft['key'] || draft['sent'] !== content) draft['key'] = newKey();
  draft['sent'] = content;
  return draft['key'];
};
