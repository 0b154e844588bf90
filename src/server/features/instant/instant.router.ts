import {
  getInstantMissing,
  getInstantSettings,
  updateInstantSettings,
} from '#core/features/instant/instant-settings.ts';
import { previewInstant } from '#core/features/instant/preview-instant.ts';
import {
  instantMissingView,
  instantPreviewView,
  instantSettings,
  instantSettingsUpdateInput,
} from '#shared/features/instant/instant.schema.ts';
import { managerProcedure, memberProcedure, router } from '../../trpc/procedures.ts';

/** Procedures for instant estimates. They go out with `POST leads` and the agent's answers. */
export const instantRouter = router({
  settings: memberProcedure.output(instantSettings).query(({ ctx }) => getInstantSettings(ctx.deps, ctx.companyId)),

  updateSettings: managerProcedure
    .input(instantSettingsUpdateInput)
    .output(instantSettings)
    .mutation(({ ctx, input }) => updateInstantSettings(ctx.deps, ctx.companyId, input)),

  /** Returns what the company must add before it can turn instant estimates on. */
  missing: memberProcedure.output(instantMissingView).query(({ ctx }) => getInstantMissing(ctx.deps, ctx.companyId)),

  /** Returns the address of the page that a homeowner would get. Stores nothing. */
  preview: managerProcedure.output(instantPreviewView).query(({ ctx }) => previewInstant(ctx.deps, ctx.companyId)),
});
