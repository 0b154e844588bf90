/** What was typed, by field name. The tick for texts isn't kept: agreeing is done again. */
export type Draft = Record<string, string>;

const storage = (): Storage | undefined => {
  try {
    return window.sessionStorage;
  } catch {
    // a sandboxed frame, or storage switched off
    return undefined;
  }
};
const place = (contractorId: string) => `picket:${contractorId}`;

/** Keeps what was typed for a reload of this tab; does nothing where the browser keeps nothing. */
export const keepDraft = (contractorId: string, draft: Draft | undefined): void => {
  try {
    if (draft) storage()?.setItem(place(contractorId), JSON.stringify(draft));
    else storage()?.removeItem(place(contractorId));
  } catch {
    // full: the form itself still holds it
  }
};

export const readDraft = (contractorId: string): Draft => {
  try {
    return (JSON.parse(storage()?.getItem(place(contractorId)) ?? '{}') ?? {}) as Draft;
  } catch {
    return {};
  }
};

/** 128 random bits; `randomUUID` is missing on pages without https. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36).padStart(7, '0')).join('');

/**
 * The idempotency key of a filled form, kept in its draft: the same for the same content, so that a retry, a double
 * click or a reload makes one lead; a new one where something was changed since, so that a corrected address doesn't go
 * unheard.
 */
export const keyFor = (draft: Draft, content: string): string => {
  if (!draft['key'] || draft['sent'] !== content) draft['key'] = newKey();
  draft['sent'] = content;
  return draft['key'];
};
