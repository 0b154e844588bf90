/** What this browser remembers beyond the tab; null where there is nothing, or storage is refused. */
export const recall = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** `value` null forgets. */
export const remember = (key: string, value: string | null): void => {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // a full or forbidden storage is no reason to disturb anybody
  }
};
