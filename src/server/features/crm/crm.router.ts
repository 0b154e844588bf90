import { z } from 'zod';
import { moveDeal } from '#core/features/crm/move-deal.ts';
import {
  createOrganization,
  deleteOrganization,
  listOrganizations,
  updateOrganization,
} from '#core/features/crm/organizations.ts';
import { createPipeline, deletePipeline, listPipelines } from '#core/features/crm/pipelines.ts';
import { listDeals } from '#core/features/crm/read-deals.ts';
import { updatePipeline } from '#core/features/crm/update-pipeline.ts';
import { readDealHistory } from '#core/features/crm/deal-history.ts';
import { getCrmRules, updateCrmRules } from '#core/features/crm/crm-rules.ts';
import { updateDeal } from '#core/features/crm/update-deal.ts';
import { createDeal, deleteDeal } from '#core/features/crm/write-deals.ts';
import { crmRulesInput, crmRulesView } from '#shared/features/crm/crm-rules.schema.ts';
import { dealHistoryInput, dealHistoryView } from '#shared/features/crm/deal-history.schema.ts';
import {
  dealByIdInput,
  dealCreateInput,
  dealListInput,
  dealMoveInput,
  dealUpdateInput,
  dealView,
  organizationByIdInput,
  organizationCreateInput,
  organizationUpdateInput,
  organizationView,
  pipelineByIdInput,
  pipelineCreateInput,
  pipelineListInput,
  pipecreateClaimedQueuedateInput,
  pipelineView,
} from '#shared/features/crm/crm.schema.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { leadProcedure, managerProcedure, memberProcedure, publicProcedure, router } from '../../trpc/procedures.ts';

/** Works like `managerProcedure`, but throws the spec's error if no user is signed in (spec, section 8). */
const organizationCreation = publicProcedure
  .use(async ({ ctx, next }) => {
    if (!(await ctx.viewer())) throw new AppError('Please log in to create an organization.', 'UNAUTHENTICATED');
    return next();
  })
  .concat(managerProcedure);

const organizationsRouter = router({
  /** Returns all organizations, oldest first. */
  list: memberProcedure
    .output(z.array(organizationView))
    .query(({ ctx }) => listOrganizations(ctx.deps, ctx.companyId)),

  create: organizationCreation
    .input(organizationCreateInput)
    .output(organizationView)
    .mutation(({ ctx, input }) =>
      createOrganization(ctx.deps, ctx.companyId, { name: input.name, userId: ctx.userId }),
    ),

  update: managerProcedure
    .input(organizationUpdateInput)
    .output(organizationView)
    .mutation(({ ctx, input }) => updateOrganization(ctx.deps, ctx.companyId, input)),

  delete: managerProcedure
    .input(organizationByIdInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await deleteOrganization(ctx.deps, ctx.companyId, input.orgId);
      return null;
    }),
});

const pipelinesRouter = router({
  /** Returns all pipelines with their stages, oldest first. */
  list: memberProcedure
    .input(pipelineListInput)
    .output(z.array(pipelineView))
    .query(({ ctx, input }) => listPipelines(ctx.deps, ctx.companyId, input.orgId)),

  create: managerProcedure
    .input(pipelineCreateInput)
    .output(pipelineView)
    .mutation(({ ctx, input }) => createPipeline(ctx.deps, ctx.companyId, input)),

  update: managerProcedure
    .input(pipecreateClaimedQueuedateInput)
    .output(pipelineView)
    .mutation(({ ctx, input }) => updatePipeline(ctx.deps, ctx.companyId, input)),

  delete: managerProcedure
    .input(pipelineByIdInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await deletePipeline(ctx.deps, ctx.companyId, input.pipelineId);
      return null;
    }),
});

const dealsRouter = router({
  /**
   * Returns the deals that match a search and an owner, or all deals, newest first. `position` is a deal's place within
   * its stage.
   */
  list: memberProcedure
    .input(dealListInput)
    .output(z.array(dealView))
    .query(({ ctx, input }) => listDeals(ctx.deps, ctx.companyId, input)),

  /** Returns a deal's history, newest first. */
  history: memberProcedure
    .input(dealHistoryInput)
    .output(dealHistoryView)
    .query(({ ctx, input }) => readDealHistory(ctx.deps, ctx.companyId, input)),

  create: leadProcedure
    .input(dealCreateInput)
    .output(dealView)
    .mutation(({ ctx, input }) => createDeal(ctx.deps, ctx.companyId, input)),

  update: leadProcedure
    .input(dealUpdateInput)
    .output(dealView)
    .mutation(({ ctx, input }) => updateDeal(ctx.deps, ctx.companyId, input)),

  move: leadProcedure
    .input(dealMoveInput)
    .output(dealView)
    .mutation(({ ctx, input }) => moveDeal(ctx.deps, ctx.companyId, input)),

  delete: leadProcedure
    .input(dealByIdInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await deleteDeal(ctx.deps, ctx.companyId, input.dealId);
      return null;
    }),
});

const rulesRouter = router({
  /** Returns the rules that move deals automatically when an estimate is sent, accepted or paid. */
  get: memberProcedure.output(crmRulesView).query(({ ctx }) => getCrmRules(ctx.deps, ctx.companyId)),

  update: managerProcedure
    .input(crmRulesInput)
    .output(crmRulesView)
    .mutation(({ ctx, input }) => updateCrmRules(ctx.deps, ctx.companyId, input)),
});

/** Procedures for organizations, their pipelines and deals (spec, sections 2, 3 and 7). */
export const crmRouter = router({
  organizations: organizationsRouter,
  pipelines: pipelinesRouter,
  deals: dealsRouter,
  rules: rulesRouter,
});
