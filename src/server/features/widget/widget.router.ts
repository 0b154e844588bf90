import { getWidgetSettings, updateWidgetSettings } from '#core/features/widget/widget-settings.service.ts';
import { widgetSettingsInput, widgetSettingsView } from '#shared/features/widget/widget-settings.schema.ts';
import { companyProcedure, router } from '../../trpc/procedures.ts';

export const widgetRouter = router({
  settings: companyProcedure.output(widgetSettingsView).query(({ ctx }) => getWidgetSettings(ctx.deps, ctx.companyId)),
  updateSettings: companyProcedure
    .input(widgetSettingsInput)
    .output(widgetSettingsView)
    .mutation(({ ctx, input }) => updateWidgetSettings(ctx.deps, ctx.companyId, input)),
});
