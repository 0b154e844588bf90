import { readConfig } from '#core/platform/config.ts';
import { createLogger } from '#core/platform/log.ts';
import { startServer } from '../../src/server/start.ts';
import { followClock } from '../clock/follow-clock.ts';
import { sandboxUrl, stopWith } from './run.ts';

// the product's server, on the sandbox's clock; src/server/main.ts is the one without
const config = readConfig(process.env);
const logger = createLogger(config, 'server');
const clock = await followClock({ url: sandboxUrl(), name: 'server' });
const server = await startServer({ config, clock, logger });

stopWith(async () => {
  clock.close();
  await server.close();
}, logger);
process.send?.({ ready: server.url });
