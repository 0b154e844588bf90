import { startWorker } from '../../src/worker/start.ts';
import { runOnSandboxClock } from './run.ts';

// the product's worker on the sandbox's clock: a sweep follows each move before it is acknowledged
await runOnSandboxClock('worker', async (parts) => {
  const worker = await startWorker(parts);
  return { moved: () => worker.sweep(), close: () => worker.close(), ready: true };
});
