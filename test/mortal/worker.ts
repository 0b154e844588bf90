import { readConfig } from '#core/platform/config.ts';
import { createLogger } from '#core/platform/log.ts';
import { whenParentIsGone } from '#core/platform/stop.ts';
import { type WorkerProcessTimings, startWorker } from '../../src/worker/start.ts';
import { armTripwire } from './pg-tripwire.ts';

/** What a mortal worker is told by its environment, as JSON in MORTAL. */
export interface MortalOrders {
  /** Where the plan of its deaths lies; without one it dies only by the test's hand. */
  folder: string;
  /** Its clock is so many milliseconds ahead of the real one; another number may be told to it as a message. */
  aheadMs: number;
  timings: Partial<WorkerProcessTimings>;
}

// the product's worker, entered by tests: no bundle of the product holds this file
const orders = JSON.parse(process.env['MORTAL'] ?? '{}') as MortalOrders;
armTripwire(orders.folder);
let { aheadMs } = orders;
process.on('message', (told) => {
  aheadMs = Number(told);
});
// also while it waits for its stores: a test that is gone leaves nobody behind
whenParentIsGone(() => process.exit(0));
const config = readConfig(process.env);
const worker = await startWorker({
  config,
  clock: { now: () => new Date(Date.now() + aheadMs) },
  logger: createLogger(config, 'mortal'),
  timings: orders.timings,
  // much is on its way at once, each text and mail with a connection that it holds while its worker waits to die
  textsAtOnce: 16,
  connections: 12,
});
process.on('SIGTERM', () => void worker.close().finally(() => process.exit(0)));
process.send?.('ready');
