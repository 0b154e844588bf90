import { setTimeout as wait } from 'node:timers/promises';
import {
  giveUpExports,
  LostExport,
  removeOldExports,
  takeExport,
} from '#core/features/data-rights/export-claims.repository.ts';
import { makeExport } from '#core/features/data-rights/make-export.ts';
import type { SystemDeps } from '#core/platform/db/system.ts';
import type { Deps } from '#core/platform/deps.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import { SECOND } from '#shared/primitives/durations.ts';

const LOOK_EVERY = 2 * SECOND;

export interface ExportSweep {
  /** Stops within a page of rows. Another worker begins the export again. */
  close(): Promise<void>;
}

/** Starts making the exports that companies ask for, one at a time, and deleting those whose time is over. */
export function startExports(deps: SystemDeps & Pick<Deps, 'clock' | 'config' | 'logger'>): ExportSweep {
  const stopped = new AbortController();
  const turn = async (): Promise<boolean> => {
    await giveUpExports(deps, deps.clock.now());
    await removeOldExports(deps, deps.clock.now());
    const claimed = await takeExport(deps);
    if (!claimed) return false;
    await makeExport(deps, claimed, () => stopped.signal.aborted);
    return true;
  };
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const more = await turn().catch((error: unknown) => {
        if (!(error instanceof LostExport))
          deps.logger.warn({ err: errorForLog(error) }, 'an export failed; it’s begun again when its lease ends');
        return false;
      });
      if (!more) await wait(LOOK_EVERY, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    close() {
      stopped.abort();
      return running;
    },
  };
}
