import { checkSubscription } from '#core/features/billing/check-subscription.ts';
import { subscriptionView } from '#shared/features/billing/billing.schema.ts';
import { companyProcedure, router } from '../../trpc/procedures.ts';

export const subscriptionRouter = router({
  check: companyProcedure.output(subscriptionView).query(({ ctx }) => checkSubscription(ctx.deps, ctx.companyId)),
});
