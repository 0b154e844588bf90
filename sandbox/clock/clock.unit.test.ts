import { expect, it, onTestFinished, vi } from 'vitest';
import { DAY, HOUR } from '#shared/primitives/durations.ts';
import { appUnderTest } from '../testing/app-under-test.ts';
import { ask, HOMEOWNER, OUR_NUMBER, sandboxUnderTest, twilioClient } from '../testing/sandbox-under-test.ts';
import { followClock, type FollowOptions } from './follow-clock.ts';
import { ClockFollowers } from './followers.ts';
import { MovableClock } from './movable-clock.ts';

async function follow(options: FollowOptions) {
  const clock = await followClock(options);
  onTestFinished(() => clock.close());
  return clock;
}

it('moves in steps of at most 4 hours and waits for each acknowledgment', async () => {
  const sandbox = await sandboxUnderTest();
  const seen: number[] = [];
  const start = Date.now();
  const clock = await follow({
    url: sandbox.url,
    name: 'worker',
    moved: async () => void seen.push(Math.round((sandbox.clock.now().getTime() - start) / HOUR)),
  });
  const { status, body } = await ask<{ now: string }>(sandbox, '/api/clock', 'POST', { hours: 10 });
  expect(status).toBe(200);
  expect(seen).toEqual([0, 4, 8, 10]);
  expect(Math.abs(clock.now().getTime() - Date.parse(body.now))).toBeLessThan(2_000);
  expect(clock.now().getTime() - start).toBeGreaterThanOrEqual(10 * HOUR);
});

it('moves by fractions of an hour, one move at a time', async () => {
  const sandbox = await sandboxUnderTest();
  const start = Date.now();
  await Promise.all([0.5, 24, 0.25].map((hours) => ask(sandbox, '/api/clock', 'POST', { hours })));
  const { body } = await ask<{ now: string; walk: null }>(sandbox, '/api/clock');
  expect(body.walk).toBeNull();
  expect(Math.round((Date.parse(body.now) - start) / HOUR / 0.25) * 0.25).toBe(24.75);
});

it.each([[-1], ['4'], [9_601], [null], [undefined]])('refuses %j hours with an error message', async (hours) => {
  const sandbox = await sandboxUnderTest();
  const { status, body } = await ask<{ error: { message: string } }>(sandbox, '/api/clock', 'POST', { hours });
  expect(status).toBe(422);
  expect(body.error.message).toMatch(/^Enter the hours as a number/);
});

it('doesn’t move while a provider is real: a moved clock must never text a real person', async () => {
  const sandbox = await sandboxUnderTest({ providers: ['stripe', 'smtp'] });
  const { status, body } = await ask<{ error: { message: string } }>(sandbox, '/api/clock', 'POST', { hours: 1 });
  expect(status).toBe(409);
  expect(body.error.message).toContain('Twilio is real');
});

it('waits until nothing is due, and waits only once for rows that stay due', async () => {
  const followers = new ClockFollowers();
  const due = ['stuck'];
  let looks = 0;
  const clock = new MovableClock({
    followers,
    due: { ids: () => Promise.resolve(looks++ === 0 ? ['first', ...due] : due) },
    folder: undefined,
    changed: () => undefined,
    settleWithinMs: 120,
  });
  const begin = performance.now();
  await clock.move(7 * 24);
  expect(looks).toBeGreaterThan(42);
  // The move has 42 steps, and one of them is delayed.
  expect(performance.now() - begin).toBeLessThan(1_500);
  expect(clock.now().getTime() - Date.now()).toBeGreaterThan(7 * DAY - 1_000);
});

it('answers only after the app has received the texts’ delivery callbacks', async () => {
  const app = await appUnderTest();
  const sandbox = await sandboxUnderTest({ appUrl: app.url });
  let texted = false;
  await follow({
    url: sandbox.url,
    name: 'worker',
    moved: async () => {
      if (texted || sandbox.clock.walk === undefined) return;
      texted = true;
      const text = { from: OUR_NUMBER, to: HOMEOWNER, body: 'Hi', statusCallback: `${app.url}/status` };
      await twilioClient(sandbox).messages.create(text);
    },
  });
  await ask(sandbox, '/api/clock', 'POST', { hours: 1 });
  expect(app.heard.map(({ form }) => form['MessageStatus'])).toEqual(['sent', 'delivered']);
});

it('a client that fails or disconnects doesn’t block the move', async () => {
  const sandbox = await sandboxUnderTest();
  const failed = vi.fn<(error: unknown) => void>();
  await follow({ url: sandbox.url, name: 'server', moved: () => Promise.reject(new Error('sweep failed')), failed });
  const leaving = await follow({
    url: sandbox.url,
    name: 'worker',
    moved: async () => (sandbox.clock.walk === undefined ? undefined : leaving.close()),
  });
  await ask(sandbox, '/api/clock', 'POST', { hours: 8 });
  expect(failed).toHaveBeenCalled();
  await vi.waitFor(async () =>
    expect((await ask<{ followers: string[] }>(sandbox, '/api/clock')).body.followers).toEqual(['server']),
  );
});
