import { getTakeOff, updateTakeOff } from '#core/features/take-off/take-off-rules.ts';
import { takeOffUpdateInput, takeOffView } from '#shared/features/take-off/take-off.schema.ts';
import { managerProcedure, memberProcedure, router } from '../../trpc/procedures.ts';

/** The rules that lists of materials are counted with. */
export const takeOffRouter = router({
  get: memberProcedure.output(takeOffView).query(({ ctx }) => getTakeOff(ctx.deps, ctx.companyId)),
  update: managerProcedure
    .input(takeOffUpdateInput)
    .output(takeOffView)
    .mutation(({ ctx, input }) => updateTakeOff(ctx.deps, ctx.companyId, input)),
});
