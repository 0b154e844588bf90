/** Makes a value for each key once, and keeps those of the last `most` keys used. */
export function keepRecent<T>(most: number, make: (key: string) => T): (key: string) => T {
  const kept = new Map<string, T>();
  return (key) => {
    const value = kept.has(key) ? (kept.get(key) as T) : make(key);
    // ordered by use: the first is the least recently used
    kept.delete(key);
    kept.set(key, value);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return value;
  };
}
