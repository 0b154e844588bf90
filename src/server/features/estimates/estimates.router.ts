import { z } from 'zod';
import { getEstimate, listEstimates } from '#core/features/estimates/list-estimates.ts';
import { findPriceForMargin, listMaterials } from '#core/features/estimates/list-materials.ts';
import { previewEstimate } from '#core/features/estimates/preview-estimate.ts';
import { resendEstimate } from '#core/features/agreements/resend-estimate.ts';
import { reopenWork, setWorkDone, setWorkStarted } from '#core/features/agreements/set-work.ts';
import { readPaymentPlan, setPaymentPlan } from '#core/features/stages/payment-plan.ts';
import { sendEstimate } from '#core/features/agreements/send-estimate.ts';
import {
  estimateByIdInput,
  estimateListItemView,
  estimatePreviewInput,
  estimatePreviewView,
  estimateSendInput,
  estimateSentView,
  workDoneInput,
  workStartedInput,
  workView,
} from '#shared/features/estimates/estimates.schema.ts';
import {
  paymentPlanInput,
  paymentPlanView,
  setPaymentPlanInput,
} from '#shared/features/payments/payment-plan.schema.ts';
import { priceForMarginInput, priceForMarginView } from '#shared/features/take-off/costs.schema.ts';
import { roleMay } from '#shared/features/team/roles.rules.ts';
import { materialsInput, materialsView } from '#shared/features/take-off/take-off.schema.ts';
import { leadByIdInput } from '#shared/features/leads/leads.schema.ts';
import { leadProcedure, managerProcedure, memberProcedure, router } from '../../trpc/procedures.ts';

export const estimatesRouter = router({
  /** Returns a preview of the estimate. Doesn't store anything. */
  preview: memberProcedure
    .input(estimatePreviewInput)
    .output(estimatePreviewView)
    .query(({ ctx, input }) => previewEstimate(ctx.deps, { companyId: ctx.companyId, input })),

  /** Stores a version of the estimate and sends its link to the homeowner. */
  send: leadProcedure
    .input(estimateSendInput)
    .output(estimateSentView)
    .mutation(({ ctx, input }) =>
      sendEstimate(ctx.deps, { companyId: ctx.companyId, isAdmin: ctx.viewer.roles.includes('admin'), input }),
    ),

  /** Resends the newest version with the same number and link. */
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

  /**
   * Records whether work on a signed estimate has started. Some US states prohibit payment of the balance before then.
   */
  setWorkStarted: leadProcedure
    .input(workStartedInput)
    .output(workView)
    .mutation(({ ctx, input }) => setWorkStarted(ctx.deps, { companyId: ctx.companyId, ...input })),

  /** Records that work on a signed estimate is done, tells the homeowner, and asks for what is due by the plan. */
  workDone: leadProcedure
    .input(workDoneInput)
    .output(workView)
    .mutation(({ ctx, input }) => setWorkDone(ctx.deps, { companyId: ctx.companyId, ...input })),

  /** Records that work isn't done after all, and takes back what was asked for because of it. */
  reopenWork: leadProcedure
    .input(estimateByIdInput)
    .output(workView)
    .mutation(({ ctx, input }) => reopenWork(ctx.deps, { companyId: ctx.companyId, ...input })),

  /** Returns a version's payment plan, as entered and as it stands. */
  paymentPlan: memberProcedure
    .input(paymentPlanInput)
    .output(paymentPlanView)
    .query(({ ctx, input }) => readPaymentPlan(ctx.deps, { companyId: ctx.companyId, ...input })),

  /** Sets a version's payment plan. Once it's signed, only stages that aren't due yet can change. */
  setPaymentPlan: leadProcedure
    .input(setPaymentPlanInput)
    .output(paymentPlanView)
    .mutation(({ ctx, input }) => setPaymentPlan(ctx.deps, { companyId: ctx.companyId, ...input })),

  /** Returns one version as it stands now. */
  get: memberProcedure
    .input(estimateByIdInput)
    .output(estimateListItemView)
    .query(({ ctx, input }) => getEstimate(ctx.deps, { companyId: ctx.companyId, ...input })),

  /** Returns the list of materials, in English unless another language is asked for. Costs are for owners and managers. */
  materials: memberProcedure
    .input(materialsInput)
    .output(materialsView)
    .query(({ ctx, input }) =>
      listMaterials(ctx.deps, { companyId: ctx.companyId, input, seesCosts: roleMay(ctx.role, 'costs') }),
    ),

  /** Returns the total that leaves a margin over the estimate's cost. */
  priceForMargin: managerProcedure
    .input(priceForMarginInput)
    .output(priceForMarginView)
    .query(({ ctx, input }) => findPriceForMargin(ctx.deps, { companyId: ctx.companyId, input })),

  /** Returns all versions of a lead's estimate, newest first. */
  listForLead: memberProcedure
    .input(leadByIdInput)
    .output(z.array(estimateListItemView))
    .query(({ ctx, input }) => listEstimates(ctx.deps, { companyId: ctx.companyId, leadId: input.leadId })),
});
