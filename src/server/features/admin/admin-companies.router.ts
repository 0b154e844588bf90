import { z } from 'zod';
import { grantFree, revokeFree } from '#core/features/admin/free-access.ts';
import { getCompany } from '#core/features/admin/get-company.ts';
import { listCompanies } from '#core/features/admin/list-companies.ts';
import { resumeTexts } from '#core/features/admin/resume-texts.ts';
import { setSms } from '#core/features/admin/set-sms.ts';
import {
  adminCompaniesView,
  adminCompanyDetailView,
  adminCompanyInput,
  adminListInput,
  grantFreeAccessInput,
  setSmsInput,
} from '#shared/features/admin/admin.schema.ts';
import { adminProcedure, router } from '../../trpc/procedures.ts';
import { actorOf } from './actor.ts';

export const adminCompaniesRouter = router({
  list: adminProcedure
    .input(adminListInput)
    .output(adminCompaniesView)
    .query(({ ctx, input }) => listCompanies(ctx.deps, input)),

  get: adminProcedure
    .input(adminCompanyInput)
    .output(adminCompanyDetailView)
    .query(({ ctx, input }) => getCompany(ctx.deps, input.companyId)),

  setSms: adminProcedure
    .input(setSmsInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await setSms(ctx.deps, actorOf(ctx), input);
      return null;
    }),

  /** For use after the A2P registration is fixed (T9, 30034). */
  resumeTexts: adminProcedure
    .input(adminCompanyInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await resumeTexts(ctx.deps, actorOf(ctx), input.companyId);
      return null;
    }),

  grantFreeAccess: adminProcedure
    .input(grantFreeAccessInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await grantFree(ctx.deps, actorOf(ctx), input);
      return null;
    }),

  revokeFreeAccess: adminProcedure
    .input(adminCompanyInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await revokeFree(ctx.deps, actorOf(ctx), input.companyId);
      return null;
    }),
});
