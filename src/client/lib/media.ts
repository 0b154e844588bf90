import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches. Updates when the result changes. */
export const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
};

/**
 * Whether the page is narrower than 768 px. If so, screens use cards and sheets instead of tables and columns (spec,
 * section 2).
 */
export const usePhone = (): boolean => useMedia('(max-width: 767.98px)');
