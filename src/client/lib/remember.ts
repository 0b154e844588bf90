/**
 * Returns a value that is stored in this browser for all tabs. Returns null if there's none or the browser blocks
 * storage.
 */
export const recall = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** Stores a value. Null removes it. */
export const remember = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is full or blocked. This must not interrupt the user.
  }
};
