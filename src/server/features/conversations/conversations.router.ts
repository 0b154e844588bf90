import { z } from 'zod';
import { cancelTyped } from '#core/features/conversations/cancel-typed.ts';
import { markRead, markUnread } from '#core/features/conversations/mark-read.ts';
import { decide, decideOptOut, noteStop } from '#core/features/opt-outs/stop-told-to-member.ts';
import { readThread, readWhole } from '#core/features/conversations/read-thread.ts';
import { readUndecided } from '#core/features/conversations/read-undecided.ts';
import { sendTyped } from '#core/features/conversations/send-typed.ts';
import { waysToType } from '#core/features/conversations/ways-to-type.ts';
import {
  decideInput,
  decideView,
  decideOptOutInput,
  markReadInput,
  messageByIdInput,
  messageSendInput,
  messageSendView,
  noteStopInput,
  threadInput,
  threadView,
  undecidedInput,
  undecidedView,
  waysInput,
  waysView,
  wholeMessageInput,
  wholeMessageView,
} from '#shared/features/conversations/conversations.schema.ts';
import { leadProcedure, memberProcedure, router } from '../../trpc/procedures.ts';

/** Procedures for the conversation with a lead. */
export const conversationsRouter = router({
  thread: memberProcedure
    .input(threadInput)
    .output(threadView)
    .query(({ ctx, input }) => readThread(ctx.deps, ctx.companyId, input)),

  /** Returns the full text of an inbound email. */
  whole: memberProcedure
    .input(wholeMessageInput)
    .output(wholeMessageView)
    .query(({ ctx, input }) => readWhole(ctx.deps, { companyId: ctx.companyId, ...input })),

  /**
   * Returns the channels that the contractor can currently use to message the lead, and why the others are unavailable.
   */
  ways: memberProcedure
    .input(waysInput)
    .output(waysView)
    .query(({ ctx, input }) => waysToType(ctx.deps, { companyId: ctx.companyId, ...input })),

  send: leadProcedure
    .input(messageSendInput)
    .output(messageSendView)
    .mutation(({ ctx, input }) =>
      sendTyped(
        ctx.deps,
        { companyId: ctx.companyId, userId: ctx.userId, isAdmin: ctx.viewer.roles.includes('admin') },
        input,
      ),
    ),

  /** Cancels a scheduled message. Throws CONFLICT if it's no longer scheduled. */
  cancel: leadProcedure
    .input(messageByIdInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await cancelTyped(ctx.deps, { companyId: ctx.companyId, ...input });
      return null;
    }),

  /** Records that a homeowner asked the contractor to stop texting or emailing them. */
  noteStop: leadProcedure
    .input(noteStopInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await noteStop(ctx.deps, { companyId: ctx.companyId, name: ctx.viewer.name }, input);
      return null;
    }),

  /** Records the contractor's decision about a reply that might be an opt-out. */
  decideOptOut: leadProcedure
    .input(decideOptOutInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await decideOptOut(ctx.deps, { companyId: ctx.companyId, name: ctx.viewer.name }, input);
      return null;
    }),

  /** Returns the messages of a lead's person that wait for a decision (`decide`), oldest first. */
  undecided: memberProcedure
    .input(undecidedInput)
    .output(undecidedView)
    .query(({ ctx, input }) => readUndecided(ctx.deps, { companyId: ctx.companyId, ...input })),

  /**
   * Records the contractor's decision about all of a person's messages that wait for one (`awaitsDecision`). Returns
   * the decision that stands, because a teammate may have decided first. Throws CONFLICT if nothing ever waited.
   */
  decide: leadProcedure
    .input(decideInput)
    .output(decideView)
    .mutation(async ({ ctx, input }) => ({
      wish: await decide(ctx.deps, { companyId: ctx.companyId, name: ctx.viewer.name }, input),
    })),

  markRead: leadProcedure
    .input(markReadInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await markRead(ctx.deps, { companyId: ctx.companyId, ...input });
      return null;
    }),

  markUnread: leadProcedure
    .input(markReadInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await markUnread(ctx.deps, { companyId: ctx.companyId, ...input });
      return null;
    }),
});
