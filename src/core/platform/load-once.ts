/**
 * Loads an expensive value on first use and caches it. Concurrent callers share one load. If a load fails, nothing is
 * cached, and the next caller retries.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
