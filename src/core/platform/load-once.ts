/**
 * Caches an expensive value that is loaded on first use. Concurrent callers share one load. A failed load isn't cached:
 * the next caller retries.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
