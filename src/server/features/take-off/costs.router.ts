import { getCosts, updateCosts } from '#core/features/take-off/costs.ts';
import { costsUpdateInput, costsView } from '#shared/features/take-off/costs.schema.ts';
import { managerProcedure, router } from '../../trpc/procedures.ts';

/** What the company pays for materials and labor. Only for owners and managers. */
export const costsRouter = router({
  get: managerProcedure.output(costsView).query(({ ctx }) => getCosts(ctx.deps, ctx.companyId)),
  update: managerProcedure
    .input(costsUpdateInput)
    .output(costsView)
    .mutation(({ ctx, input }) => updateCosts(ctx.deps, ctx.companyId, input)),
});
