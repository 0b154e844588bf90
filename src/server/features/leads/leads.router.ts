import { tracked } from '@trpc/server';
import { z } from 'zod';
import { eraseLead, readErasure } from '#core/features/data-rights/erase-lead.ts';
import { eraseInput, erasureView } from '#shared/features/data-rights/data-rights.schema.ts';
import { actorOf } from '../../trpc/actor-of.ts';
import { assignLead } from '#core/features/leads/assign-lead.ts';
import { reviewRequest } from '#core/features/instant/take-request.ts';
import { createLead } from '#core/features/leads/create-lead.ts';
import { findDuplicates, findKnownLeads, keepApart } from '#core/features/leads/duplicates.ts';
import { lineItemsOf } from '#core/features/estimates/line-items.ts';
import { exportLeads } from '#core/features/leads/export-leads.ts';
import { importLeads } from '#core/features/leads/import-leads.ts';
import { addNote, archiveLead, updateLead } from '#core/features/leads/update-lead.ts';
import { logCall } from '#core/features/leads/log-call.ts';
import { undoCall } from '#core/features/leads/undo-call.ts';
import { mergeLeads } from '#core/features/leads/merge-leads.ts';
import { getLead, listLeads, summarizeLeads, visibleLeads } from '#core/features/leads/read-leads.ts';
import { readTimeline } from '#core/features/leads/read-timeline.ts';
import { mailState, resumeMail } from '#core/features/opt-outs/mail-state.ts';
import { searchPlaces } from '#core/platform/us-data/index.ts';
import {
  leadExportInput,
  leadExportView,
  leadImportInput,
  leadImportView,
} from '#shared/features/leads/lead-csv.schema.ts';
import {
  callUndoInput,
  callView,
  leadArchiveInput,
  leadAssignInput,
  leadCallInput,
  leadChangesInput,
  leadCreateInput,
  leadNoteInput,
  leadUpdateInput,
  placesInput,
  placesView,
} from '#shared/features/leads/lead-edits.schema.ts';
import {
  leadByIdInput,
  leadChangeView,
  leadListInput,
  leadListView,
  leadReviewInput,
  leadSummaryView,
  leadView,
  timelineInput,
} from '#shared/features/leads/leads.schema.ts';
import { timelineView } from '#shared/features/timeline/timeline.schema.ts';
import { mailStateView } from '#shared/features/opt-outs/mail-state.schema.ts';
import { duplicatesView, leadMergeInput, leadPairInput, leadKnownInput } from '#shared/features/leads/merge.schema.ts';
import { asViewer } from '../../as-viewer.ts';
import {
  leadProcedure,
  liveProcedure,
  managerProcedure,
  memberProcedure,
  router,
  trackedStream,
} from '../../trpc/procedures.ts';

export const leadsRouter = router({
  list: memberProcedure
    .input(leadListInput.prefault({}))
    .output(leadListView)
    .query(({ ctx, input }) => listLeads(ctx.deps, ctx.companyId, input)),

  get: memberProcedure
    .input(leadByIdInput)
    .output(leadView)
    .query(({ ctx, input }) => getLead(ctx.deps, ctx.companyId, input.leadId)),

  /** Returns what stays of the lead when it's erased, or after it was. */
  erasure: managerProcedure
    .input(eraseInput)
    .output(erasureView)
    .query(({ ctx, input }) => readErasure(ctx.deps, { companyId: ctx.companyId, leadId: input.leadId })),

  /** Erases the homeowner from the lead, for good. The answer names what the law keeps. */
  erase: managerProcedure
    .input(eraseInput)
    .output(erasureView)
    .mutation(({ ctx, input }) => eraseLead(ctx.deps, actorOf(ctx), input.leadId)),

  /** Returns whether emails can be sent to the lead (C26). */
  mailState: memberProcedure
    .input(leadByIdInput)
    .output(mailStateView)
    .query(({ ctx, input }) => mailState(ctx.deps, ctx.companyId, input.leadId)),

  resumeMail: leadProcedure
    .input(leadByIdInput)
    .output(z.null())
    .mutation(({ ctx, input }) => resumeMail(ctx.deps, ctx.companyId, input.leadId)),

  timeline: memberProcedure
    .input(timelineInput)
    .output(timelineView)
    .query(({ ctx, input }) => readTimeline(ctx.deps, ctx.companyId, input)),

  summary: memberProcedure.output(leadSummaryView).query(({ ctx }) => summarizeLeads(ctx.deps, ctx.companyId)),

  /** Returns US towns and ZIP codes for the street address field of a lead that a member adds manually. */
  places: memberProcedure
    .input(placesInput)
    .output(placesView)
    .query(({ input }) => searchPlaces(input.query)),

  create: leadProcedure
    .input(leadCreateInput)
    .output(leadView)
    .mutation(({ ctx, input }) => createLead(ctx.deps, ctx.companyId, input, ctx)),

  update: leadProcedure
    .input(leadUpdateInput)
    .output(leadView)
    .mutation(({ ctx, input }) => updateLead(ctx.deps, ctx.companyId, input, ctx)),

  archive: leadProcedure
    .input(leadArchiveInput)
    .output(leadView)
    .mutation(({ ctx, input }) => archiveLead(ctx.deps, ctx.companyId, input)),

  /** Accepts a lead that is waiting for review, or marks a lead as spam. */
  review: leadProcedure
    .input(leadReviewInput)
    .output(leadView)
    .mutation(({ ctx, input }) => reviewRequest(ctx.deps, ctx.companyId, input)),

  /** Assigns a lead to a member, or removes the assignment. */
  assign: leadProcedure
    .input(leadAssignInput)
    .output(leadView)
    .mutation(({ ctx, input }) => assignLead(ctx.deps, ctx.companyId, input)),

  addNote: leadProcedure
    .input(leadNoteInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await addNote(ctx.deps, ctx.companyId, input);
      return null;
    }),

  logCall: leadProcedure
    .input(leadCallInput)
    .output(callView)
    .mutation(({ ctx, input }) => logCall(ctx.deps, ctx.companyId, input)),

  /** Removes a call that was logged by mistake. */
  undoCall: leadProcedure
    .input(callUndoInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await undoCall(ctx.deps, ctx, input);
      return null;
    }),

  /** Finds leads with the contact details being typed for a new lead. */
  known: memberProcedure
    .input(leadKnownInput)
    .output(duplicatesView)
    .query(({ ctx, input }) => findKnownLeads(ctx.deps, ctx.companyId, input)),

  duplicates: memberProcedure
    .input(leadByIdInput)
    .output(duplicatesView)
    .query(({ ctx, input }) => findDuplicates(ctx.deps, ctx.companyId, input.leadId)),

  merge: leadProcedure
    .input(leadMergeInput)
    .output(leadView)
    .mutation(({ ctx, input }) => mergeLeads(ctx.deps, ctx, input)),

  keepApart: leadProcedure
    .input(leadPairInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await keepApart(ctx.deps, ctx.companyId, input);
      return null;
    }),

  importCsv: managerProcedure
    .input(leadImportInput)
    .output(leadImportView)
    .mutation(({ ctx, input }) => importLeads(ctx.deps, ctx.companyId, input, ctx)),

  exportCsv: managerProcedure
    .input(leadExportInput)
    .output(leadExportView)
    .query(({ ctx, input }) => exportLeads({ ...ctx.deps, lineItemsOf }, ctx.companyId, input)),

  /**
   * Streams lead changes to every open dashboard of the company. The first event is 'all'. Members with the sales role
   * don't get the ids of leads that are assigned to others.
   */
  onChange: liveProcedure
    .input(leadChangesInput)
    .output(trackedStream(leadChangeView))
    .subscription(async function* ({ ctx }) {
      const { deps, viewer, companyId, userId } = ctx;
      // the stream continues after its request, so each query must set the member for row-level security again
      const visible = (leadIds: readonly string[]) =>
        asViewer(viewer, 'read', () => visibleLeads(deps, companyId, leadIds));
      const seer = ctx.role === 'sales' ? { userId, visible } : undefined;
      let heard = 0;
      for await (const change of ctx.whileSignedIn((until) => deps.leadChanges.subscribe(companyId, until, seer)))
        yield tracked(String((heard += 1)), change);
    }),
});
