import { runProcess } from '#core/platform/run-process.ts';
import { systemClock } from '#shared/primitives/clock.ts';
import { startServer } from './start.ts';

await runProcess({
  name: 'server',
  async start(parts) {
    const server = await startServer({ ...parts, clock: systemClock });
    return { ready: server.url, close: () => server.close() };
  },
});
