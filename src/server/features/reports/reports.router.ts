import { z } from 'zod';
import { agentFigures } from '#core/features/reports/agent-figures.ts';
import { offerFigures } from '#core/features/reports/offer-figures.ts';
import { reportOverview } from '#core/features/reports/overview.ts';
import { reportCsv } from '#core/features/reports/report-csv.ts';
import { reportLeads } from '#core/features/reports/report-leads.ts';
import { reportToday } from '#core/features/reports/today.ts';
import { setSourceCost, sourceCosts } from '#core/features/reports/source-costs.ts';
import {
  agentFiguresInput,
  agentFiguresView,
  offerFiguresInput,
  offerFiguresView,
  reportCsvView,
  reportInput,
  reportLeadsInput,
  reportLeadsView,
  reportTodayView,
  reportView,
  sourceCostInput,
  sourceCostsInput,
  sourceCostsView,
} from '#shared/features/reports/reports.schema.ts';
import { managerProcedure, officeQuery, router } from '../../trpc/procedures.ts';

/**
 * Serves the reports, which cover all of the company's leads. Members with the sales role can't use them, because they
 * see only their own leads. In the API, the reports are named `analytics` (docs/architecture.md, 'Reports').
 */
export const analyticsRouter = router({
  /** Returns the product's current day, with which periods end. */
  today: officeQuery.output(reportTodayView).query(({ ctx }) => reportToday(ctx.deps, ctx)),

  overview: officeQuery
    .input(reportInput)
    .output(reportView)
    .query(({ ctx, input }) => reportOverview(ctx.deps, ctx, input)),

  /**
   * Returns the outcomes of the sales agent's conversations. Returns null if the plan doesn't include advanced
   * analytics, or if the agent didn't answer any conversation in this period.
   */
  agent: officeQuery
    .input(agentFiguresInput)
    .output(agentFiguresView.nullable())
    .query(({ ctx, input }) => agentFigures(ctx.deps, ctx, input)),

  /** Returns figures for the offers made in a period, for every plan. */
  offers: officeQuery
    .input(offerFiguresInput)
    .output(offerFiguresView.nullable())
    .query(({ ctx, input }) => offerFigures(ctx.deps, ctx, input)),

  /** Returns one page of the leads that are counted in a figure of the report. */
  leads: officeQuery
    .input(reportLeadsInput)
    .output(reportLeadsView)
    .query(({ ctx, input }) => reportLeads(ctx.deps, ctx, input)),

  sourceCosts: officeQuery
    .input(sourceCostsInput)
    .output(sourceCostsView)
    .query(({ ctx, input }) => sourceCosts(ctx.deps, ctx, input)),

  setSourceCost: managerProcedure
    .input(sourceCostInput)
    .output(z.null())
    .mutation(({ ctx, input }) => setSourceCost(ctx.deps, ctx, input)),

  exportCsv: managerProcedure
    .input(reportInput)
    .output(reportCsvView)
    .query(({ ctx, input }) => reportCsv(ctx.deps, ctx, input)),
});
