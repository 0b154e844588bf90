const PREFIX = 'draft:';
/** How long typing may go on before it's stored. Storing a long form takes longer than a key stroke may. */
const PAUSE_MS = 250;

/** What isn't stored yet, by key. */
const waiting = new Map<string, unknown>();
let timer: ReturnType<typeof setTimeout> | undefined;

const store = (): void => {
  clearTimeout(timer);
  timer = undefined;
  for (const [key, value] of waiting) {
    try {
      sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
    } catch {
      // Storage is full or blocked. This must not interrupt typing.
    }
  }
  waiting.clear();
};
// The last moment at which a page that is left, reloaded or closed can store anything.
if (typeof addEventListener === 'function') addEventListener('pagehide', store);

/**
 * Unsent input, stored in this browser tab so that it's kept if the user has to sign in again. `key` names the form and
 * its record ('estimate:LEAD_ID'). If the browser blocks storage, the input isn't kept, but nothing else breaks.
 */
export const draft = {
  /** Stores the value a moment later, or before the page is left. */
  keep(key: string, value: unknown): void {
    waiting.set(key, value);
    timer ??= setTimeout(store, PAUSE_MS);
  },
  /** Returns the stored value, or undefined if there's none. Validate it before use. */
  find(key: string): unknown {
    if (waiting.has(key)) return waiting.get(key);
    try {
      const text = sessionStorage.getItem(PREFIX + key);
      return text === null ? undefined : (JSON.parse(text) as unknown);
    } catch {
      return undefined;
    }
  },
  /** Removes everything that was typed in this tab, when the user signs out. */
  forgetAll(): void {
    waiting.clear();
    try {
      for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    } catch {
      // Storage is blocked, so nothing is stored.
    }
  },
  forget(key: string): void {
    waiting.delete(key);
    try {
      sessionStorage.removeItem(PREFIX + key);
    } catch {
      // Storage is blocked, so nothing is stored.
    }
  },
};
