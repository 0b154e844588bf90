import { setTimeout as pause } from 'node:timers/promises';

export interface Delivery {
  url: string;
  body: string;
  headers: Record<string, string>;
}
export interface Answer {
  status: number;
  body: string;
}
export interface Retrying {
  /** The delays in ms before the second, third, … attempt. */
  waits: readonly number[];
  signal: AbortSignal;
}

const ANSWER_WITHIN_MS = 15_000;

/**
 * Posts a webhook as the provider would. If there's no response or the status is 5xx or 429, waits for the next delay
 * and retries. Stops when the sandbox is closing. Returns the last response, or undefined if the app never responded.
 */
export async function deliver(make: () => Delivery, { waits, signal }: Retrying): Promise<Answer | undefined> {
  let last: Answer | undefined;
  for (const wait of [0, ...waits]) {
    if (!(await waited(wait, signal))) return last;
    last = await post(make(), signal);
    if (last !== undefined && last.status < 500 && last.status !== 429) return last;
  }
  return last;
}

async function post(delivery: Delivery, signal: AbortSignal): Promise<Answer | undefined> {
  try {
    const response = await fetch(delivery.url, {
      method: 'POST',
      headers: delivery.headers,
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
    });
    return { status: response.status, body: await response.text() };
  } catch {
    return undefined; // The app isn't listening or dropped the connection, so `deliver` tries again.
  }
}

async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  if (ms === 0) return !signal.aborted;
  return pause(ms, true, { signal }).catch(() => false);
}
