import { useSyncExternalStore } from 'react';
import { MINUTE } from '#shared/primitives/durations.ts';

const listeners = new Set<() => void>();
/** How far the server's clock is ahead of the browser's, in milliseconds. */
let ahead = 0;

/** Takes over the server's time from one of its responses. A browser's own clock may be hours wrong. */
export const hearTime = (response: Response): Response => {
  const told = Number(response.headers.get('x-picket-time'));
  if (told > 0) {
    ahead = told - Date.now();
    for (const listener of listeners) listener();
  }
  return response;
};

/** The server's current time, as far as the browser has heard it. Use it for words, but never to decide what is due. */
export const currentTime = (): Date => new Date(Date.now() + ahead);

const minute = () => Math.floor(currentTime().getTime() / MINUTE) * MINUTE;

const subscribe = (listener: () => void) => {
  const timer = setInterval(listener, MINUTE / 2);
  listeners.add(listener);
  return () => {
    clearInterval(timer);
    listeners.delete(listener);
  };
};

/** The server's current time, to the minute. Use it for words such as 'Today', but never to decide what is due. */
export const useNow = (): Date => new Date(useSyncExternalStore(subscribe, minute));
