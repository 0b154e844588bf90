import { setTimeout as wait } from 'node:timers/promises';
import type { StripeDeps } from '#core/features/billing/apply-stripe-truth.ts';
import { deleteCompany, letGoOfDeletion, takeDueDeletion } from '#core/features/data-rights/delete-company.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import type { StripeClient } from '#core/platform/stripe.ts';
import { SECOND } from '#shared/primitives/durations.ts';

const LOOK_EVERY = 5 * SECOND;

export interface DeletionSweep {
  /** Stops after the current batch. Another worker goes on from there. */
  close(): Promise<void>;
}

type DeletionDeps = Omit<StripeDeps, 'stripe'> & { stripe: () => Promise<StripeClient | null> };

/** Starts deleting the companies whose deletion is due, one at a time. */
export function startDeletions({ stripe, ...deps }: DeletionDeps): DeletionSweep {
  const stopped = new AbortController();
  const turn = async (): Promise<boolean> => {
    // Stripe's package is loaded only when it's needed.
    const idle: StripeDeps = { ...deps, stripe: null };
    const companyId = await takeDueDeletion(idle);
    if (companyId === undefined) return false;
    const isDone = await deleteCompany({ ...deps, stripe: await stripe() }, companyId, () => stopped.signal.aborted);
    if (isDone) void deps.wakeUps.enqueue('platform', 'email');
    else await letGoOfDeletion(idle, companyId);
    return isDone;
  };
  const run = async (): Promise<void> => {
    while (!stopped.signal.aborted) {
      const more = await turn().catch((error: unknown) => {
        deps.logger.warn({ err: errorForLog(error) }, 'deleting a company failed; it goes on when its lease ends');
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
