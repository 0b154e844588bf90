/**
 * What is dear to load, made with the first that ask for it and kept; they share one loading. A loading that failed is
 * not kept: who asks next tries anew.
 */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    }));
}
