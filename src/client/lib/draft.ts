const PREFIX = 'draft:';

/**
 * What was being typed, kept for this browser tab through a sign-in. `key` names the place and the thing
 * ('estimate:LEAD_ID'). Nothing breaks where storage is refused: then only the typing is lost.
 */
export const draft = {
  keep(key: string, value: unknown): void {
    try {
      sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
      // a full or forbidden storage is no reason to disturb who is typing
    }
  },
  /** What was kept, unchecked: parse it before use. Undefined where there is nothing. */
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
      // as above
    }
  },
};
