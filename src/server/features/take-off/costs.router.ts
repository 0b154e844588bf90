import { listBelowMargin } from '#core/features/estimates/below-margin.ts';
import { getCosts, updateCosts } from '#core/features/take-off/costs.ts';
import {
  costsCheckInput,
  costsCheckView,
  costsUpdateInput,
  costsView,
} from '#shared/features/take-off/costs.schema.ts';
import { managerProcedure, router } from '../../trpc/procedures.ts';

/** What the company pays for materials and labor. Only for owners and managers. */
export const costsRouter = router({
  get: managerProcedure.output(costsView).query(({ ctx }) => getCosts(ctx.deps, ctx.companyId)),
  /** Returns the open estimates that these changes would bring below the target margin. Nothing is saved. */
  check: managerProcedure
    .input(costsCheckInput)
    .output(costsCheckView)
    .query(({ ctx, input }) => listBelowMargin(ctx.deps, ctx.companyId, input)),
  update: managerProcedure
    .input(costsUpdateInput)
    .output(costsView)
    .mutation(({ ctx, input }) => updateCosts(ctx.deps, ctx.companyId, input)),
});
