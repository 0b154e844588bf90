import {
  getLongestValues,
  getTextHours,
  getWorkflow,
  updateWorkflow,
} from '#core/features/follow-ups/workflow.service.ts';
import {
  longestValuesView,
  textHoursView,
  workflowUpdateInput,
  workflowView,
} from '#shared/features/follow-ups/follow-ups.schema.ts';
import { companyProcedure, router } from '../../trpc/procedures.ts';

/** The company's defaults of a new schedule (Admin, Workflow). */
export const workflowRouter = router({
  get: companyProcedure.output(workflowView).query(({ ctx }) => getWorkflow(ctx.deps, ctx.companyId)),

  textHours: companyProcedure.output(textHoursView).query(({ ctx }) => getTextHours(ctx.deps, ctx.companyId)),

  /** For measuring messages that go to many. */
  longestValues: companyProcedure
    .output(longestValuesView)
    .query(({ ctx }) => getLongestValues(ctx.deps, ctx.companyId)),

  update: companyProcedure
    .input(workflowUpdateInput)
    .output(workflowView)
    .mutation(({ ctx, input }) => updateWorkflow(ctx.deps, { companyId: ctx.companyId, update: input })),
});
