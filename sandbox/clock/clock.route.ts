import { Router } from 'express';
import { z } from 'zod';
import { AppError, notFound } from '#shared/primitives/app-error.ts';
import type { Provider } from '../faults.ts';
import { PROVIDERS } from '../faults.ts';
import { parsed } from '../api/problems.ts';
import type { ClockFollowers } from './followers.ts';
import type { MovableClock } from './movable-clock.ts';

export interface ClockRouteDeps {
  clock: MovableClock;
  followers: ClockFollowers;
  providers: readonly Provider[];
}

const PING_EVERY_MS = 10_000;
const moveInput = z.object({ hours: z.number('Enter the hours as a number, such as 4.') });
const ackInput = z.object({ client: z.string(), seq: z.number() });

/**
 * Routes that read and move the clock. `/api/clock` is for people and tests, `/internal/clock` for the server and
 * worker.
 */
export function clockRoutes({ clock, followers, providers }: ClockRouteDeps): Router {
  const router = Router();
  const missing = PROVIDERS.filter((provider) => !providers.includes(provider));

  router.get('/api/clock', (_request, response) => {
    response.json({
      now: clock.now().toISOString(),
      movable: missing.length === 0,
      walk: clock.walk ?? null,
      followers: followers.names(),
    });
  });

  router.post('/api/clock', async (request, response) => {
    if (missing.length > 0) throw realOnes(missing);
    const { hours } = parsed(moveInput, request.body);
    const now = await clock.move(hours);
    response.json({ now: now.toISOString() });
  });

  router.get('/internal/clock', (request, response) => {
    const { client, name } = parsed(z.object({ client: z.string(), name: z.string() }), request.query);
    response.type('application/x-ndjson').set('Cache-Control', 'no-store');
    response.flushHeaders();
    const leave = followers.join(client, name, (line) => response.write(`${JSON.stringify(line)}\n`));
    const ping = setInterval(() => response.write('\n'), PING_EVERY_MS);
    response.on('close', () => {
      clearInterval(ping);
      leave();
    });
  });

  router.post('/internal/clock/ack', (request, response) => {
    const { client, seq } = parsed(ackInput, request.body);
    if (!followers.acknowledge(client, seq)) throw notFound('That clock follower');
    response.json({ ok: true });
  });
  return router;
}

/** Returns the error for real providers. Moving the clock must never text, email or charge a real person. */
function realOnes(missing: readonly Provider[]): AppError {
  const names = { stripe: 'Stripe', twilio: 'Twilio', smtp: 'the email server' };
  const list = missing.map((provider) => names[provider]).join(' and ');
  return new AppError(
    `You can move the clock only while Stripe, Twilio and email are all stand-ins, but ${list} ${missing.length === 1 ? 'is' : 'are'} real.`,
    'CONFLICT',
  );
}
