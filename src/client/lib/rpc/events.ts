/** The server pings every 20 s (`procedures.ts`); silence for longer than this is a dead connection. */
const SILENCE_MS = 50_000;

export interface Listener {
  onData: (data: unknown) => void;
  /** Opening, again or for the first time; then open. */
  onStatus: (status: 'connecting' | 'pending') => void;
  /** The server refused the connection or ended it with an error; the browser tries no more. */
  onError: (error: Error) => void;
}

/**
 * Hears a subscription over the browser's own EventSource, by tRPC's events: 'connected', 'ping', a message (an id makes
 * it tracked), 'serialized-error', 'return'. A broken connection is opened again by the browser. Gives what closes it.
 */
export function openEvents(address: string, { onData, onStatus, onError }: Listener): () => void {
  let source: EventSource | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    clearTimeout(silence);
    source?.close();
  };
  const fail = (message: string) => {
    close();
    onError(new Error(message));
  };
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      close();
      onStatus('connecting');
      open();
    }, SILENCE_MS);
  };
  const open = () => {
    const now = new EventSource(address);
    source = now;
    now.addEventListener('connected', () => {
      heard();
      onStatus('pending');
    });
    now.addEventListener('ping', heard);
    now.addEventListener('message', (event: MessageEvent<string>) => {
      heard();
      const data: unknown = JSON.parse(event.data);
      onData(event.lastEventId ? { id: event.lastEventId, data } : data);
    });
    now.addEventListener('serialized-error', () => fail('The server ended the connection'));
    now.addEventListener('return', close);
    now.addEventListener('error', () => {
      if (now.readyState === EventSource.CLOSED) fail('The server refused the connection');
      else onStatus('connecting');
    });
  };

  onStatus('connecting');
  open();
  return close;
}
