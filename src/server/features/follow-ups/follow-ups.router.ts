import { getSpanishMessages, updateSpanishMessages } from '#core/features/follow-ups/spanish-messages.service.ts';
import {
  spanishMessagesUpdateInput,
  spanishMessagesView,
} from '#shared/features/follow-ups/spanish-messages.schema.ts';
import { z } from 'zod';
import { cancelFollowUps } from '#core/features/follow-ups/cancel-follow-ups.ts';
import { getFollowUpDates, getFollowUps } from '#core/features/follow-ups/get-follow-ups.ts';
import { decideUnknown } from '#core/features/follow-ups/decide-unknown.ts';
import { decideOffer, getOfferQuestion } from '#core/features/follow-ups/decide-offer.ts';
import { saveFollowUps } from '#core/features/follow-ups/save-follow-ups.ts';
import { startManyFollowUps } from '#core/features/follow-ups/start-many.ts';
import {
  decideOfferInput,
  followUpDatesInput,
  followUpDatesView,
  followUpSaveInput,
  followUpView,
  resolveUnknownInput,
  startManyInput,
  startManyView,
  longestValuesView,
  offerQuestionView,
  textHoursView,
  workflowUpdateInput,
  workflowView,
} from '#shared/features/follow-ups/follow-ups.schema.ts';
import { leadByIdInput } from '#shared/features/leads/leads.schema.ts';
import { leadProcedure, managerProcedure, memberProcedure, router } from '../../trpc/procedures.ts';
import {
  getLongestValues,
  getTextHours,
  getWorkflow,
  updateWorkflow,
} from '#core/features/follow-ups/workflow.service.ts';

export const followUpsRouter = router({
  get: memberProcedure
    .input(leadByIdInput)
    .output(followUpView)
    .query(({ ctx, input }) => getFollowUps(ctx.deps, { companyId: ctx.companyId, leadId: input.leadId })),

  /**
   * Returns the dates and times of the follow-ups on the given days. The dialog shows them while the contractor edits
   * the schedule.
   */
  dates: memberProcedure
    .input(followUpDatesInput)
    .output(followUpDatesView)
    .query(({ ctx, input }) => getFollowUpDates(ctx.deps, { companyId: ctx.companyId, ...input })),

  save: leadProcedure
    .input(followUpSaveInput)
    .output(followUpView)
    .mutation(({ ctx, input }) => saveFollowUps(ctx.deps, { companyId: ctx.companyId, input })),

  /** Starts the company's default follow-ups for many leads at once, or returns a preview. */
  startMany: leadProcedure
    .input(startManyInput)
    .output(startManyView)
    .mutation(({ ctx, input }) => startManyFollowUps(ctx.deps, { companyId: ctx.companyId, input })),

  cancel: leadProcedure
    .input(leadByIdInput)
    .output(followUpView)
    .mutation(({ ctx, input }) => cancelFollowUps(ctx.deps, { companyId: ctx.companyId, leadId: input.leadId })),

  /** Records the contractor's decision about a message that may or may not have been sent. */
  resolveUnknown: leadProcedure
    .input(resolveUnknownInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await decideUnknown(ctx.deps, { companyId: ctx.companyId, ...input });
      return null;
    }),
});

/** Procedures for the company's default schedule and messages (Admin, Workflow). */
export const workflowRouter = router({
  get: memberProcedure.output(workflowView).query(({ ctx }) => getWorkflow(ctx.deps, ctx.companyId)),

  textHours: memberProcedure.output(textHoursView).query(({ ctx }) => getTextHours(ctx.deps, ctx.companyId)),

  /** Returns the longest value of each tag, to estimate the length of bulk messages. */
  longestValues: memberProcedure
    .output(longestValuesView)
    .query(({ ctx }) => getLongestValues(ctx.deps, ctx.companyId)),

  update: managerProcedure
    .input(workflowUpdateInput)
    .output(workflowView)
    .mutation(({ ctx, input }) => updateWorkflow(ctx.deps, { companyId: ctx.companyId, update: input })),

  /** Asks once whether the default message's offer stays. `decideOffer` answers. */
  offerQuestion: memberProcedure
    .output(offerQuestionView)
    .query(({ ctx }) => getOfferQuestion(ctx.deps, ctx.companyId)),

  decideOffer: managerProcedure
    .input(decideOfferInput)
    .output(workflowView)
    .mutation(({ ctx, input }) => decideOffer(ctx.deps, { companyId: ctx.companyId, ...input })),

  /** Returns the follow-up and reminder messages for leads who read Spanish. */
  spanish: memberProcedure.output(spanishMessagesView).query(({ ctx }) => getSpanishMessages(ctx.deps, ctx.companyId)),

  updateSpanish: managerProcedure
    .input(spanishMessagesUpdateInput)
    .output(spanishMessagesView)
    .mutation(({ ctx, input }) => updateSpanishMessages(ctx.deps, { companyId: ctx.companyId, update: input })),
});
