import { z } from 'zod';
import { listAudit } from '#core/features/admin/audit.ts';
import { pauseNewPeople } from '#core/features/admin/new-people.ts';
import { listFailures } from '#core/features/admin/message-failures.ts';
import { markFeedbackRead } from '#core/features/admin/mark-feedback.ts';
import { queueHealth, readOverview } from '#core/features/admin/queue-health.ts';
import { dismissMessage, retryMessage } from '#core/features/admin/retry-message.ts';
import { readWeekFigures } from '#core/features/admin/week-figures.ts';
import { tryProvider } from '#core/features/admin/try-provider.ts';
import { listStripeFailures, retryStripeEvent } from '#core/features/admin/stripe-failures.ts';
import { listFeedback } from '#core/features/feedback/feedback-inbox.ts';
import { stripeEventsJob } from '#shared/features/billing/billing.jobs.ts';
import {
  adminPageInput,
  adminListInput,
  adminUserInput,
  adminUsersView,
  endedSessionsView,
  setRoleInput,
} from '#shared/features/admin/admin.schema.ts';
import {
  auditListView,
  decideMessageInput,
  failuresInput,
  failuresView,
  feedbackListInput,
  feedbackListView,
  figuresView,
  markReadInput,
  overviewView,
  pauseNewPeopleInput,
  queueHealthView,
  retriedView,
  retryEventInput,
  stripeFailuresView,
  tryProviderInput,
} from '#shared/features/admin/admin-failures.schema.ts';
import { adminProcedure, router } from '../../trpc/procedures.ts';
import { actorOf } from './actor.ts';
import { adminCompaniesRouter } from './admin-companies.router.ts';
import { listUsers } from '#core/features/admin/list-users.ts';
import { endUserSessions, setRole } from '#core/features/admin/set-role.ts';

const adminUsersRouter = router({
  list: adminProcedure
    .input(adminListInput)
    .output(adminUsersView)
    .query(({ ctx, input }) => listUsers(ctx.deps, input)),

  setRole: adminProcedure
    .input(setRoleInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await setRole(ctx.deps, actorOf(ctx), input);
      return null;
    }),

  endSessions: adminProcedure
    .input(adminUserInput)
    .output(endedSessionsView)
    .mutation(async ({ ctx, input }) => ({ ended: await endUserSessions(ctx.deps, actorOf(ctx), input.userId) })),
});

/** The Admin Panel. The role is read from the database at each call; every act is in the audit log. */
export const adminRouter = router({
  overview: adminProcedure.output(overviewView).query(({ ctx }) => readOverview(ctx.deps)),

  /** A week of figures, from the rows; heavier than the overview, so it is asked for less often. */
  figures: adminProcedure.output(figuresView).query(({ ctx }) => readWeekFigures(ctx.deps)),

  /** Pauses or resumes messages to people whom a company writes to for the first time. */
  pauseNewPeople: adminProcedure
    .input(pauseNewPeopleInput)
    .output(z.null())
    .mutation(async ({ ctx, input }) => {
      await pauseNewPeople(ctx.deps, actorOf(ctx), input);
      return null;
    }),

  users: adminUsersRouter,
  companies: adminCompaniesRouter,

  messages: router({
    failures: adminProcedure
      .input(failuresInput)
      .output(failuresView)
      .query(({ ctx, input }) => listFailures(ctx.deps, input)),

    /** To homeowners only what certainly never left; CONFLICT says why not. */
    retry: adminProcedure
      .input(decideMessageInput)
      .output(retriedView)
      .mutation(async ({ ctx, input }) => ({ retried: await retryMessage(ctx.deps, actorOf(ctx), input.id) })),

    /** Leaves an unknown notice to a contractor as it is; CONFLICT where that is the contractor's to decide. */
    dismiss: adminProcedure
      .input(decideMessageInput)
      .output(z.null())
      .mutation(async ({ ctx, input }) => {
        await dismissMessage(ctx.deps, actorOf(ctx), input.id);
        return null;
      }),
  }),

  stripeEvents: router({
    failures: adminProcedure
      .input(adminPageInput)
      .output(stripeFailuresView)
      .query(({ ctx, input }) => listStripeFailures(ctx.deps, input)),

    retry: adminProcedure
      .input(retryEventInput)
      .output(z.null())
      .mutation(async ({ ctx, input }) => {
        await retryStripeEvent(ctx.deps, actorOf(ctx), input.id);
        await ctx.deps.billingQueue.enqueue(stripeEventsJob);
        return null;
      }),
  }),

  feedback: router({
    list: adminProcedure
      .input(feedbackListInput)
      .output(feedbackListView)
      .query(({ ctx, input }) => listFeedback(ctx.deps, input)),

    markRead: adminProcedure
      .input(markReadInput)
      .output(z.null())
      .mutation(async ({ ctx, input }) => {
        await markFeedbackRead(ctx.deps, actorOf(ctx), input);
        return null;
      }),
  }),

  queue: router({
    health: adminProcedure.output(queueHealthView).query(({ ctx }) => queueHealth(ctx.deps)),

    /** Ends the pause of a provider that is down: its next due message tries. CONFLICT where it is well. */
    tryProvider: adminProcedure
      .input(tryProviderInput)
      .output(z.null())
      .mutation(async ({ ctx, input }) => {
        await tryProvider(ctx.deps, actorOf(ctx), input.provider);
        return null;
      }),
  }),

  audit: router({
    list: adminProcedure
      .input(adminPageInput)
      .output(auditListView)
      .query(({ ctx, input }) => listAudit(ctx.deps, input)),
  }),
});
