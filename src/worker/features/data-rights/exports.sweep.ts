import {
  giveUpExports,
  LostExport,
  removeOldExports,
  takeExport,
} from '#core/features/data-rights/export-claims.repository.ts';
import { makeExport } from '#core/features/data-rights/make-export.ts';
import type { SystemDeps } from '#core/platform/db/system.ts';
import type { Deps } from '#core/platform/deps.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { repeat, type Sweep } from '../../repeat.ts';

const LOOK_EVERY = 2 * SECOND;

/** Starts making the exports that companies ask for, one at a time, and deleting those whose time is over. */
export const startExports = (deps: SystemDeps & Pick<Deps, 'clock' | 'config' | 'logger'>): Sweep =>
  repeat({
    every: LOOK_EVERY,
    logger: deps.logger,
    failed: 'an export failed; it’s begun again when its lease ends',
    async turn(signal) {
      await giveUpExports(deps, deps.clock.now());
      await removeOldExports(deps, deps.clock.now());
      const claimed = await takeExport(deps);
      if (!claimed) return false;
      try {
        await makeExport(deps, claimed, () => signal.aborted);
      } catch (error) {
        if (!(error instanceof LostExport)) throw error;
        return false;
      }
      return true;
    },
  });
