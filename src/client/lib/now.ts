import { useSyncExternalStore } from 'react';
import { MINUTE } from '#shared/primitives/durations.ts';

const minute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

const subscribe = (listener: () => void) => {
  const timer = setInterval(listener, MINUTE / 2);
  return () => clearInterval(timer);
};

/** The browser's current time, to the minute. Use it for words such as 'Today', but never to decide what is due. */
export const useNow = (): Date => new Date(useSyncExternalStore(subscribe, minute));
