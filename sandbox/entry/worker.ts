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

// Tests that kill workers can't wait for one-minute leases. SANDBOX_WORKER_TIMINGS sets shorter timings as JSON.
const timings = timingsSchema.parse(JSON.parse(process.env['SANDBOX_WORKER_TIMINGS'] ?? '{}'));

// The product's worker on the sandbox's clock. It sweeps after each clock move, before acknowledging the move.
await runOnSandboxClock('worker', async (parts) => {
  const worker = await startWorker({ ...parts, timings });
  return { moved: () => worker.sweep(), close: () => worker.close(), ready: true };
});
