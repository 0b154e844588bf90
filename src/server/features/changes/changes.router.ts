import { createChange, previewChange } from '#core/features/changes/create-change.ts';
import { listChanges, startChange } from '#core/features/changes/list-changes.ts';
import { cancelChange, sendChange } from '#core/features/changes/send-change.ts';
import {
  changeByIdInput,
  changeCreatedView,
  changeCreateInput,
  changeListView,
  changePreviewInput,
  changePreviewView,
  changeSentView,
  changeStartView,
  changeView,
} from '#shared/features/changes/changes.schema.ts';
import { estimateByIdInput } from '#shared/features/estimates/estimates.schema.ts';
import { leadProcedure, memberProcedure, router } from '../../trpc/procedures.ts';

/** Changes of signed estimates. */
export const changesRouter = router({
  /** Returns an estimate's changes. */
  list: memberProcedure
    .input(estimateByIdInput)
    .output(changeListView)
    .query(({ ctx, input }) => listChanges(ctx.deps, { companyId: ctx.companyId, ...input })),

  /** Returns the job as it stands, and the prices that it was signed at. */
  start: leadProcedure
    .input(estimateByIdInput)
    .output(changeStartView)
    .query(({ ctx, input }) => startChange(ctx.deps, { companyId: ctx.companyId, ...input })),

  /** Prices a change without storing it. */
  preview: memberProcedure
    .input(changePreviewInput)
    .output(changePreviewView)
    .query(({ ctx, input }) => previewChange(ctx.deps, { companyId: ctx.companyId, input })),

  /** Stores a change, priced with the prices that the estimate was signed at. Sends nothing. */
  create: leadProcedure
    .input(changeCreateInput)
    .output(changeCreatedView)
    .mutation(({ ctx, input }) => createChange(ctx.deps, { companyId: ctx.companyId, input })),

  /** Sends a change for the homeowner's signature. A credit counts at once. */
  send: leadProcedure
    .input(changeByIdInput)
    .output(changeSentView)
    .mutation(({ ctx, input }) => sendChange(ctx.deps, { companyId: ctx.companyId, ...input })),

  /** Takes a change back that isn't decided. */
  cancel: leadProcedure
    .input(changeByIdInput)
    .output(changeView)
    .mutation(({ ctx, input }) => cancelChange(ctx.deps, { companyId: ctx.companyId, ...input })),
});
