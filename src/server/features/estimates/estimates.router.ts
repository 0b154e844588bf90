import { z } from 'zod';
import { listEstimates } from '#core/features/estimates/list-estimates.ts';
import { previewEstimate } from '#core/features/estimates/preview-estimate.ts';
import { resendEstimate } from '#core/features/agreements/resend-estimate.ts';
import { setWorkDone, setWorkStarted } from '#core/features/agreements/set-work.ts';
import { sendEstimate } from '#core/features/agreements/send-estimate.ts';
import {
  estimateListItemView,
  estimatePreviewInput,
  estimatePreviewView,
  estimateSendInput,
  estimateSentView,
  workDoneInput,
  workStartedInput,
  workView,
} from '#shared/features/estimates/estimates.schema.ts';
import { leadByIdInput } from '#shared/features/leads/leads.schema.ts';
import { leadProcedure, memberProcedure, router } from '../../trpc/procedures.ts';

export const estimatesRouter = router({
  /** What the estimate would say; stores nothing. */
  preview: memberProcedure
    .input(estimatePreviewInput)
    .output(estimatePreviewView)
    .query(({ ctx, input }) => previewEstimate(ctx.deps, { companyId: ctx.companyId, input })),

  /** Stores a version and sends its link. */
  send: leadProcedure
    .input(estimateSendInput)
    .output(estimateSentView)
    .mutation(({ ctx, input }) =>
      sendEstimate(ctx.deps, { companyId: ctx.companyId, isAdmin: ctx.viewer.roles.includes('admin'), input }),
    ),

  /** Sends the newest version again, under the same number and link. */
  resend: leadProcedure
    .input(leadByIdInput)
    .output(estimateSentView)
    .mutation(({ ctx, input }) =>
      resendEstimate(ctx.deps, {
        companyId: ctx.companyId,
        leadId: input.leadId,
        isAdmin: ctx.viewer.roles.includes('admin'),
      }),
    ),

  /** Whether the work of a signed estimate has started: in some states the balance may be paid only then. */
  setWorkStarted: leadProcedure
    .input(workStartedInput)
    .output(workView)
    .mutation(({ ctx, input }) => setWorkStarted(ctx.deps, { companyId: ctx.companyId, ...input })),

  /** Whether the work of a signed estimate is done: the homeowner is asked for the balance from then on. */
  setWorkDone: leadProcedure
    .input(workDoneInput)
    .output(workView)
    .mutation(({ ctx, input }) => setWorkDone(ctx.deps, { companyId: ctx.companyId, ...input })),

  /** Every version of a lead, newest first. */
  listForLead: memberProcedure
    .input(leadByIdInput)
    .output(z.array(estimateListItemView))
    .query(({ ctx, input }) => listEstimates(ctx.deps, { companyId: ctx.companyId, leadId: input.leadId })),
});
