import { ANSWER_WITHIN } from '#core/platform/provider-answer.ts';
import { runProcess } from '#core/platform/run-process.ts';
import { systemClock } from '#shared/primitives/clock.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { startWorker } from './start.ts';

await runProcess({
  name: 'worker',
  // The time for finishing sends in progress. Waiting sends aren't started.
  stopWithin: ANSWER_WITHIN + 3 * SECOND,
  async start(parts) {
    const worker = await startWorker({ ...parts, clock: systemClock });
    return { ready: true, close: () => worker.close() };
  },
});
