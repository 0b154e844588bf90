import { createLogger } from '#core/platform/log.ts';
import { systemClock } from '#shared/primitives/clock.ts';
import { startServer } from '../src/server/start.ts';
import { testConfig } from '../test/caller.ts';

/** Runs the product's server with its own pools on DATABASE_URL, as a separate process. */
const config = { ...testConfig(process.env['DATABASE_URL'] ?? ''), PORT: 0 };
const server = await startServer({ config, clock: systemClock, logger: createLogger(config, 'bench') });
process.send?.({ url: server.url });
