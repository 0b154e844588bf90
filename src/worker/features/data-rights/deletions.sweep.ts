import type { StripeDeps } from '#core/features/billing/apply-stripe-truth.ts';
import { deleteCompany, letGoOfDeletion, takeDueDeletion } from '#core/features/data-rights/delete-company.ts';
import type { StripeClient } from '#core/platform/stripe.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { repeat, type Sweep } from '../../repeat.ts';

const LOOK_EVERY = 5 * SECOND;

type DeletionDeps = Omit<StripeDeps, 'stripe'> & { stripe: () => Promise<StripeClient | null> };

/** Starts deleting the companies whose deletion is due, one at a time. */
export const startDeletions = ({ stripe, ...deps }: DeletionDeps): Sweep =>
  repeat({
    every: LOOK_EVERY,
    logger: deps.logger,
    failed: 'deleting a company failed; it goes on when its lease ends',
    async turn(signal) {
      // Stripe's package is loaded only when it's needed.
      const idle: StripeDeps = { ...deps, stripe: null };
      const companyId = await takeDueDeletion(idle);
      if (companyId === undefined) return false;
      const isDone = await deleteCompany({ ...deps, stripe: await stripe() }, companyId, () => signal.aborted);
      if (isDone) void deps.wakeUps.enqueue('platform', 'email');
      else await letGoOfDeletion(idle, companyId);
      return isDone;
    },
  });
