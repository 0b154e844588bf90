import { generateCode, widgetCode } from '#core/features/widget/code/generate-code.ts';
import { checkSite } from '#core/features/widget/check-site.ts';
import { readFunnel } from '#core/features/widget/funnel/read-funnel.ts';
import { companyWidgetConfig } from '#core/features/widget/widget-config.ts';
import { getWidgetSettings, updateWidgetSettings } from '#core/features/widget/widget-settings.service.ts';
import { checkSiteInput, siteCheckView } from '#shared/features/widget/check-site.schema.ts';
import { funnelInput, funnelView } from '#shared/features/widget/funnel.schema.ts';
import { generateCodeInput, generatedCodeView, widgetCodeView } from '#shared/features/widget/widget-code.schema.ts';
import { widgetSettingsInput, widgetSettingsView } from '#shared/features/widget/widget-settings.schema.ts';
import { widgetConfigView } from '#shared/features/widget/widget.schema.ts';
import { managerProcedure, officeQuery, router } from '../../trpc/procedures.ts';

export const widgetRouter = router({
  settings: officeQuery.output(widgetSettingsView).query(({ ctx }) => getWidgetSettings(ctx.deps, ctx.companyId)),
  updateSettings: managerProcedure
    .input(widgetSettingsInput)
    .output(widgetSettingsView)
    .mutation(({ ctx, input }) => updateWidgetSettings(ctx.deps, ctx.companyId, input)),
  /** Returns the widget's current configuration (settings, plan and prices) as a homeowner's browser receives it. */
  config: officeQuery.output(widgetConfigView).query(({ ctx }) => companyWidgetConfig(ctx.deps, ctx.companyId)),
  code: officeQuery.output(widgetCodeView).query(({ ctx }) => widgetCode(ctx.deps, ctx.companyId)),
  generateCode: officeQuery
    .input(generateCodeInput)
    .output(generatedCodeView)
    .query(({ ctx, input }) => generateCode(ctx.deps, ctx.companyId, input)),
  /** Returns the number of visitors at each step of the form, and the sources and pages that its leads came from. */
  funnel: officeQuery
    .input(funnelInput)
    .output(funnelView)
    .query(({ ctx, input }) => readFunnel(ctx.deps, ctx.companyId, input.days)),
  /** Checks whether a website contains the widget. It's a mutation because it sends a request to another server. */
  checkSite: managerProcedure
    .input(checkSiteInput)
    .output(siteCheckView)
    .mutation(({ ctx, input }) => checkSite(ctx.deps, { companyId: ctx.companyId, url: input.url })),
});
