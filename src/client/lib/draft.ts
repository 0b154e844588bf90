const PREFIX = 'draft:';

/**
 * Unsent input, stored in this browser tab so that it's kept if the user has to sign in again. `key` names the form and
 * its record ('estimate:LEAD_ID'). If the browser blocks storage, the input isn't kept, but nothing else breaks.
 */
export const draft = {
  keep(key: string, value: unknown): void {
    try {
      sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
      // Storage is full or blocked. This must not interrupt typing.
    }
  },
  /** Returns the stored value, or undefined if there's none. Validate it before use. */
  find(key: string): unknown {
    try {
      const text = sessionStorage.getItem(PREFIX + key);
      return text === null ? undefined : (JSON.parse(text) as unknown);
    } catch {
      return undefined;
    }
  },
  forget(key: string): void {
    try {
      sessionStorage.removeItem(PREFIX + key);
    } catch {
      // Storage is blocked, so nothing is stored.
    }
  },
};
