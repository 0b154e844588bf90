import { z } from 'zod';
import {
  addMaterial,
  chooseBasicMaterials,
  deleteMaterial,
  getPricing,
  restoreMaterial,
  updateBasePrices,
  updateMaterial,
} from '#core/features/pricing/pricing.service.ts';
import { exportBook, importBook, updateBook } from '#core/features/pricing/price-book.service.ts';
import {
  basePricesInput,
  basicMaterialsInput,
  materialAddInput,
  materialDeleteInput,
  materialRestoreInput,
  materialUpdateInput,
} from '#shared/features/pricing/pricing-edits.schema.ts';
import {
  bookCsvView,
  bookImportInput,
  bookUpdatedView,
  bookUpdateInput,
} from '#shared/features/pricing/price-book.schema.ts';
import { materialView, pricingView } from '#shared/features/pricing/pricing.schema.ts';
import { managerProcedure, memberProcedure, router } from '../../trpc/procedures.ts';

export const pricingRouter = router({
  get: memberProcedure.output(pricingView).query(({ ctx }) => getPricing(ctx.deps, ctx.companyId)),
  updateBase: managerProcedure
    .input(basePricesInput)
    .output(pricingView)
    .mutation(({ ctx, input }) => updateBasePrices(ctx.deps, ctx.companyId, input)),
  /** Saves the whole price book. */
  updateBook: managerProcedure
    .input(bookUpdateInput)
    .output(bookUpdatedView)
    .mutation(({ ctx, input }) => updateBook(ctx.deps, ctx.companyId, input)),
  exportBook: managerProcedure.output(bookCsvView).query(({ ctx }) => exportBook(ctx.deps, ctx.companyId)),
  /** Replaces the price book. Errors are named by row (`rows.7`). */
  importBook: managerProcedure
    .input(bookImportInput)
    .output(bookUpdatedView)
    .mutation(({ ctx, input }) => importBook(ctx.deps, ctx.companyId, input.csv)),
  /** Chooses the materials that the widget shows on Starter. */
  chooseBasic: managerProcedure
    .input(basicMaterialsInput)
    .output(pricingView)
    .mutation(({ ctx, input }) => chooseBasicMaterials(ctx.deps, ctx.companyId, input.materialIds)),
  addMaterial: managerProcedure
    .input(materialAddInput)
    .output(materialView)
    .mutation(({ ctx, input }) => addMaterial(ctx.deps, ctx.companyId, input)),
  updateMaterial: managerProcedure
    .input(materialUpdateInput)
    .output(materialView)
    .mutation(({ ctx, input }) => updateMaterial(ctx.deps, ctx.companyId, input)),
  deleteMaterial: managerProcedure
    .input(materialDeleteInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await deleteMaterial(ctx.deps, ctx.companyId, input.id);
      return null;
    }),
  restoreMaterial: managerProcedure
    .input(materialRestoreInput)
    .output(materialView)
    .mutation(({ ctx, input }) => restoreMaterial(ctx.deps, ctx.companyId, input.id)),
});
