import { type ProcessParts, runProcess } from '#core/platform/run-process.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import { type FollowedClock, followClock } from '../clock/follow-clock.ts';

export interface EntryParts extends ProcessParts {
  clock: FollowedClock;
}
export interface Running {
  /** Called after each clock move, before the move is acknowledged. */
  moved?: () => Promise<void>;
  close(): Promise<void>;
  /** The message to send to the parent process once everything is running. */
  ready: string | true;
}

/** Runs one process of the product on the sandbox's clock. Waits for the first offset before it starts anything. */
export const runOnSandboxClock = (
  name: 'server' | 'worker',
  start: (parts: EntryParts) => Promise<Running>,
): Promise<void> =>
  runProcess({
    name,
    async start(parts) {
      const begun: { running?: Running } = {};
      const clock = await followClock({
        url: sandboxUrl(),
        name,
        moved: async () => begun.running?.moved?.(),
        failed: (error) => parts.logger.error({ err: errorForLog(error) }, 'the sweep after a clock move failed'),
      });
      const started = await start({ ...parts, clock });
      begun.running = started;
      return {
        ready: started.ready,
        async close() {
          clock.close();
          await started.close();
        },
      };
    },
  });

/** Returns the sandbox's URL, which these entry files require. */
function sandboxUrl(): string {
  const url = process.env['SANDBOX_URL'];
  if (url !== undefined && URL.canParse(url)) return url.replace(/\/+$/, '');
  process.stderr.write('SANDBOX_URL is missing. Set it to the URL of the running sandbox\n');
  return process.exit(1);
}
