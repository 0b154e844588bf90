import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { WidgetConfig } from '#shared/features/widget/widget.schema.ts';
import type { Ask } from '../api.ts';
import { ticketOf } from './lead-sender.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

const config = { contractorId: 'acme-fence', ticket: 'first' } as WidgetConfig;
let asked: string[];
const answering =
  (body: Partial<WidgetConfig>): Ask =>
  <Body>(path: string) => {
    asked.push(path);
    return Promise.resolve({ status: 200, body: body as Partial<Body> });
  };
beforeEach(() => {
  asked = [];
});

/** Returns the ticket and the time in milliseconds until it was returned. */
const given = async (tickets: ReturnType<typeof ticketOf>) => {
  const start = Date.now();
  const ticket = tickets();
  await vi.runAllTimersAsync();
  return { ticket: await ticket, after: Date.now() - start };
};

it('the ticket is sent back unchanged, once it’s old enough for the server', async () => {
  const tickets = ticketOf(answering({}), config, Date.now());
  expect(await given(tickets)).toEqual({ ticket: 'first', after: 2_200 });
  expect(await given(tickets)).toEqual({ ticket: 'first', after: 0 });
  expect(asked).toEqual([]);
});

it('the ticket is renewed once if the page was open for 23 hours', async () => {
  const tickets = ticketOf(answering({ ...config, ticket: 'second' }), config, Date.now());
  vi.advanceTimersByTime(23 * HOUR + MINUTE);
  expect(await given(tickets)).toEqual({ ticket: 'second', after: 2_200 });
  expect(await given(tickets)).toEqual({ ticket: 'second', after: 0 });
  expect(asked).toEqual(['config/acme-fence']);
});

it('the old ticket is used if no new one is available, so that the lead is held, not lost', async () => {
  const tickets = ticketOf(answering({}), config, Date.now());
  vi.advanceTimersByTime(30 * HOUR);
  expect(await given(tickets)).toEqual({ ticket: 'first', after: 0 });
});

it('a clock that was set back or a server without tickets causes no delay', async () => {
  const tickets = ticketOf(answering({}), config, Date.now() + 5 * MINUTE);
  expect((await given(tickets)).after).toBeLessThan(3 * SECOND);
  const { ticket: _, ...before } = config;
  expect(await given(ticketOf(answering({}), before, Date.now()))).toEqual({ ticket: undefined, after: 0 });
});
