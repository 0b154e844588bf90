import { z } from 'zod';
import { confirmPrices, getChecklist, hideChecklist } from '#core/features/company/checklist.ts';
import { getCompanyView, updateCompany } from '#core/features/company/company.service.ts';
import { getTerms, updateTerms } from '#core/features/company/terms.service.ts';
import { confirmCompany, requestConfirmation } from '#core/features/company/confirm-company.ts';
import { removeLogo, restoreLogo, uploadLogo } from '#core/features/company/logo.ts';
import { checklistHideInput, checklistView } from '#shared/features/company/checklist.schema.ts';
import {
  companyUpdateInput,
  logoRestoreInput,
  logoUploadInput,
  termsUpdateInput,
} from '#shared/features/company/company-edits.schema.ts';
import { companyView, termsView } from '#shared/features/company/company.schema.ts';
import {
  confirmInput,
  requestConfirmationInput,
  requestConfirmationView,
} from '#shared/features/trust/confirm.schema.ts';
import {
  deletionInput,
  deletionView,
  exportView,
  historyInput,
  historyView,
} from '#shared/features/data-rights/data-rights.schema.ts';
import { readExport, requestExport } from '#core/features/data-rights/company-export.ts';
import { cancelDeletion, readDeletion, requestDeletion } from '#core/features/data-rights/request-deletion.ts';
import { listHistory } from '#core/features/data-rights/history.ts';
import { actorOf } from '../../trpc/actor-of.ts';
import { managerProcedure, memberProcedure, ownerProcedure, router } from '../../trpc/procedures.ts';

export const companyRouter = router({
  get: memberProcedure.output(companyView).query(({ ctx }) => getCompanyView(ctx.deps, ctx.companyId)),
  update: managerProcedure
    .input(companyUpdateInput)
    .output(companyView)
    .mutation(({ ctx, input }) => updateCompany(ctx.deps, { companyId: ctx.companyId, ip: ctx.ip }, input)),
  /** Sends a new six-digit code for a new email address or phone that hasn't been confirmed yet. */
  requestConfirmation: managerProcedure
    .input(requestConfirmationInput)
    .output(requestConfirmationView)
    .mutation(({ ctx, input }) => requestConfirmation(ctx.deps, { companyId: ctx.companyId, ip: ctx.ip }, input)),
  confirm: managerProcedure
    .input(confirmInput)
    .output(companyView)
    .mutation(({ ctx, input }) => confirmCompany(ctx.deps, ctx.companyId, input)),
  checklist: memberProcedure.output(checklistView).query(({ ctx }) => getChecklist(ctx.deps, ctx.companyId)),
  hideChecklist: managerProcedure
    .input(checklistHideInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await hideChecklist(ctx.deps, ctx.companyId, input);
      return null;
    }),
  confirmPrices: managerProcedure.output(z.null()).mutation(async ({ ctx }) => {
    await confirmPrices(ctx.deps, ctx.companyId);
    return null;
  }),
  uploadLogo: managerProcedure
    .input(logoUploadInput)
    .output(companyView)
    .mutation(({ ctx, input }) => uploadLogo(ctx.deps, ctx.companyId, input)),
  removeLogo: managerProcedure.output(companyView).mutation(({ ctx }) => removeLogo(ctx.deps, ctx.companyId)),
  restoreLogo: managerProcedure
    .input(logoRestoreInput)
    .output(companyView)
    .mutation(({ ctx, input }) => restoreLogo(ctx.deps, ctx.companyId, input)),
  /** Asks for a zip of all of the company's data, or returns the one being made. Throws RATE_LIMITED. */
  export: managerProcedure.output(exportView).mutation(({ ctx }) => requestExport(ctx.deps, actorOf(ctx))),
  exportStatus: managerProcedure.output(exportView).query(({ ctx }) => readExport(ctx.deps, ctx.companyId)),
  deletion: ownerProcedure.output(deletionView).query(({ ctx }) => readDeletion(ctx.deps, ctx.companyId)),
  /** Deletes the company in 14 days. Needs the password, and the second factor if it's on. */
  requestDeletion: ownerProcedure
    .input(deletionInput)
    .output(deletionView)
    .mutation(({ ctx, input }) => requestDeletion(ctx.deps, ctx, { by: actorOf(ctx), ...input })),
  cancelDeletion: ownerProcedure.output(deletionView).mutation(({ ctx }) => cancelDeletion(ctx.deps, actorOf(ctx))),
  /** Lists who did what with the company's team, plan and data, newest first. */
  auditLog: ownerProcedure
    .input(historyInput)
    .output(historyView)
    .query(({ ctx, input }) => listHistory(ctx.deps, ctx.companyId, input)),
});

export const termsRouter = router({
  get: memberProcedure.output(termsView).query(({ ctx }) => getTerms(ctx.deps, ctx.companyId)),
  update: managerProcedure
    .input(termsUpdateInput)
    .output(termsView)
    .mutation(({ ctx, input }) => updateTerms(ctx.deps, ctx.companyId, input)),
});
