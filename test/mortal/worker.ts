import { readConfig } from '#core/platform/config.ts';
import { createLogger } from '#core/platform/log.ts';
import { whenParentIsGone } from '#core/platform/stop.ts';
import { type WorkerProcessTimings, startWorker } from '../../src/worker/start.ts';
import { armTripwire } from './pg-tripwire.ts';

/** The options of a worker that can be killed, passed as JSON in the environment variable MORTAL. */
export interface MortalOrders {
  /** The folder of the kill plan. Without it, only the test kills the worker. */
  folder: string;
  /** The worker's clock is this many milliseconds ahead of real time. A message can change the number. */
  aheadMs: number;
  timings: Partial<WorkerProcessTimings>;
}

// The product's worker, started by tests. The product's own bundles don't contain this file.
const orders = JSON.parse(process.env['MORTAL'] ?? '{}') as MortalOrders;
armTripwire(orders.folder);
let { aheadMs } = orders;
process.on('message', (told) => {
  aheadMs = Number(told);
});
// Also applies while the worker waits for its stores, so that no worker outlives its test.
whenParentIsGone(() => process.exit(0));
const config = readConfig(process.env);
const worker = await startWorker({
  config,
  clock: { now: () => new Date(Date.now() + aheadMs) },
  logger: createLogger(config, 'mortal'),
  timings: orders.timings,
  // Many messages are in progress at once. Each holds a connection while its worker waits to be killed.
  textsAtOnce: 16,
  connections: 12,
});
process.on('SIGTERM', () => void worker.close().finally(() => process.exit(0)));
process.send?.('ready');
