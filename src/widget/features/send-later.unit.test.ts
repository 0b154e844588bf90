import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, HOUR, MINUTE } from '#shared/primitives/durations.ts';
import type { Answer, Ask } from '../api.ts';
import { type SendingLater, sendLater } from './send-later.ts';
import { keepUnsent, readUnsent } from './unsent.ts';

const LEAD = JSON.stringify({ contractorId: 'acme-fence', email: 'marisol@example.com', idempotencyKey: 'key-of-1' });
const TAKEN = { status: 201, body: { leadId: 'lead-1' } };

let stored: Map<string, string>;
let listeners: (() => void)[];
interface Posted {
  idempotencyKey: string;
  ticket: string;
}

let posted: Posted[];
let answers: Answer<unknown>[];
let told: string[];

const given = Object.getOwnPropertyDescriptor(globalThis, 'window');
beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  listeners = [];
  posted = [];
  answers = [];
  told = [];
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const addEventListener = (_type: string, run: () => void) => void listeners.push(run);
  Object.defineProperty(globalThis, 'window', { configurable: true, value: { localStorage, addEventListener } });
});
afterEach(() => {
  vi.useRealTimers();
  if (given) Object.defineProperty(globalThis, 'window', given);
  else Reflect.deleteProperty(globalThis, 'window');
});

const ask: Ask = <Body>(_path: string, init: RequestInit = {}) => {
  posted.push(JSON.parse(init.body as string) as Posted);
  return Promise.resolve((answers.shift() ?? TAKEN) as Answer<Body>);
};
const later = (over: Partial<SendingLater> = {}) =>
  sendLater({
    contractorId: 'acme-fence',
    ask,
    ticket: () => Promise.resolve('fresh'),
    isHere: () => true,
    sent: ({ leadId }) => void told.push(`sent ${leadId}`),
    refused: ({ status }) => void told.push(`refused ${status}`),
    ...over,
  });

describe('a request that the server didn’t answer', () => {
  it('is sent again with its own key and a fresh ticket, until the server answers', async () => {
    keepUnsent('acme-fence', LEAD);
    answers = [
      { status: 0, body: {} },
      { status: 503, body: {} },
      { status: 429, body: {} },
    ];
    later().now();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(posted).toHaveLength(4);
    expect(new Set(posted.map(({ idempotencyKey, ticket }) => `${idempotencyKey} ${ticket}`))).toEqual(
      new Set(['key-of-1 fresh']),
    );
    expect(told).toEqual(['sent lead-1']);
    expect(stored.size).toBe(0);
  });

  it('is sent as soon as the browser is online again', async () => {
    keepUnsent('acme-fence', LEAD);
    later();
    for (const online of listeners) online();
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['sent lead-1']);
  });

  it('is sent only once if a page has two forms for one company', async () => {
    keepUnsent('acme-fence', LEAD);
    for (const form of [later(), later()]) form.now();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(posted).toHaveLength(1);
  });

  it('waits longer each time while the server is down', async () => {
    keepUnsent('acme-fence', LEAD);
    answers = Array.from({ length: 1_000 }, () => ({ status: 503, body: {} }));
    later().now();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(posted.length).toBeGreaterThan(5);
    expect(posted.length).toBeLessThan(15);
  });

  it('is deleted if the server permanently rejects it', async () => {
    keepUnsent('acme-fence', LEAD);
    answers = [{ status: 409, body: {} }];
    later().now();
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(['refused 409']);
    expect(stored.size).toBe(0);
  });

  it('is kept for the next visit if the form was removed from the page', async () => {
    keepUnsent('acme-fence', LEAD);
    later({ isHere: () => false }).now();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(posted).toEqual([]);
    expect(readUnsent('acme-fence')?.lead).toBe(LEAD);
  });
});

describe('a request stored in the browser', () => {
  it('is deleted after 3 days without being sent', async () => {
    keepUnsent('acme-fence', LEAD);
    vi.advanceTimersByTime(3 * DAY - MINUTE);
    expect(readUnsent('acme-fence')?.lead).toBe(LEAD);
    vi.advanceTimersByTime(MINUTE);
    later().now();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(posted).toEqual([]);
    expect(stored.size).toBe(0);
  });

  it('isn’t stored if the browser blocks storage, and the caller is told', () => {
    Object.defineProperty(globalThis, 'window', {
      configurable: true,
      value: {
        get localStorage(): Storage {
          throw new Error('SecurityError');
        },
      },
    });
    expect(keepUnsent('acme-fence', LEAD)).toBe(false);
  });
});
