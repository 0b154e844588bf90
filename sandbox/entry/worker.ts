import { z } from 'zod';
import { startWorker, type WorkerProcessTimings } from '../../src/worker/start.ts';
import { runOnSandboxClock } from './run.ts';

const milliseconds = z.number().int().positive();
const timingsSchema: z.ZodType<Partial<WorkerProcessTimings>> = z
  .strictObject({
    leaseMs: milliseconds,
    sendLeaseMs: milliseconds,
    sweepMs: milliseconds,
    lockMs: milliseconds,
    stalledMs: milliseconds,
  })
  .partial();

// tests that kill workers don't wait for leases of a minute: SANDBOX_WORKER_TIMINGS holds shorter ones as JSON
const timings = timingsSchema.parse(JSON.parse(process.env['SANDBOX_WORKER_TIMINGS'] ?? '{}'));

// the product's worker on the sandbox's clock: a sweep follows each move before it is acknowledged
await runOnSandboxClock('worker', async (parts) => {
  const worker = await startWorker({ ...parts, timings });
  return { moved: () => worker.sweep(), close: () => worker.close(), ready: true };
});
