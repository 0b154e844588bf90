import { readConfig } from '#core/platform/config.ts';
import { createLogger } from '#core/platform/log.ts';
import { startWorker } from '../../src/worker/start.ts';
import { followClock } from '../clock/follow-clock.ts';
import { sandboxUrl, stopWith } from './run.ts';

// the product's worker, on the sandbox's clock: each move is followed by a sweep before it is acknowledged
const config = readConfig(process.env);
const logger = createLogger(config, 'worker');
let sweep = (): Promise<void> => Promise.resolve();
const clock = await followClock({
  url: sandboxUrl(),
  name: 'worker',
  moved: () => sweep(),
  failed: (error) => logger.error({ err: error }, 'the sweep after a move of the clock failed'),
});
const worker = await startWorker({ config, clock, logger });
sweep = () => worker.sweep();

stopWith(async () => {
  clock.close();
  await worker.close();
}, logger);
process.send?.({ ready: true });
