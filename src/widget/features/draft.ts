/**
 * The typed values by field name. The checkbox for texts isn't stored, because the homeowner must consent again after a
 * refresh.
 */
export type Draft = Record<string, string>;

/**
 * `sessionStorage` keeps the values typed in this tab. `localStorage` keeps a request that couldn't be sent
 * (`unsent.ts`).
 */
type Store = 'sessionStorage' | 'localStorage';

const place = (contractorId: string) => `picket:${contractorId}`;

/**
 * Stores the values as a form's, or removes them if undefined. Does nothing if the browser blocks storage or the storage
 * is full.
 */
export const keepDraft = (contractorId: string, draft: Draft | undefined, store: Store = 'sessionStorage'): void => {
  try {
    if (draft) window[store].setItem(place(contractorId), `${new URLSearchParams(draft)}`);
    else window[store].removeItem(place(contractorId));
  } catch {
    // The frame is sandboxed, or storage is disabled or full. The form itself still has the values.
  }
};

/** Returns the stored values, or an empty object. */
export const readDraft = (contractorId: string, store: Store = 'sessionStorage'): Draft => {
  try {
    return Object.fromEntries(new URLSearchParams(window[store].getItem(place(contractorId)) ?? ''));
  } catch {
    return {};
  }
};

/** Returns 128 random bits as text. `randomUUID` isn't available on pages without HTTPS. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36).padStart(7, '0')).join('');

/**
 * Returns the idempotency key of a completed form and stores it in the draft. The key stays the same while the content
 * does, so a retry, a double click or a refresh creates only one lead. If the content changes, the key changes, so that
 * the server stores the correction.
 */
export const keyFor = (draft: Draft, content: string): string => {
  if (!draft['key'] || draft['sent'] !== content) draft['key'] = newKey();
  draft['sent'] = content;
  return draft['key'];
};
