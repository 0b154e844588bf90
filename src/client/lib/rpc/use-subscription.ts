import { skipToken } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { openEvents } from './events.ts';

export interface Heard {
  status: 'idle' | 'connecting' | 'pending' | 'error';
  /** Opens it again after an error. */
  reset: () => void;
}

/** Hears a subscription for as long as the component is there; `skipToken` hears nothing yet. */
export function useEvents(url: string, input: unknown, onData: (data: unknown) => void): Heard {
  const [status, setStatus] = useState<Heard['status']>('idle');
  const [turn, setTurn] = useState(0);
  const tell = useEffectEvent(onData);
  const address =
    input === skipToken
      ? null
      : input === undefined
        ? url
        : `${url}?input=${encodeURIComponent(JSON.stringify(input))}`;
  useEffect(() => {
    if (address === null) return;
    return openEvents(address, {
      onData: (data) => tell(data),
      onStatus: setStatus,
      onError: () => setStatus('error'),
    });
  }, [address, turn]);
  return { status, reset: useCallback(() => setTurn((before) => before + 1), []) };
}
