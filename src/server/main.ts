import { runProcess } from '#core/platform/run-process.ts';
import { systemClock } from '#shared/primitives/clock.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { startServer } from './start.ts';

await runProcess({
  name: 'server',
  // serves on for 5 s, then waits up to 10 s for requests in progress
  stopWithin: 25 * SECOND,
  async start(parts) {
    const server = await startServer({ ...parts, clock: systemClock });
    return { ready: server.url, close: () => server.close() };
  },
});
