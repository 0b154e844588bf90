import { z } from 'zod';
import {
  adminCompaniesView,
  adminCompanyDetailView,
  adminCompanyInput,
  adminListInput,
  adminPageInput,
  adminUserInput,
  adminUsersView,
  endedSessionsView,
  grantFreeAccessInput,
  setRoleInput,
  setSmsInput,
} from '#shared/features/admin/admin.schema.ts';
import { answerFeedbackInput, supportFiguresView } from '#shared/features/admin/feedback-inbox.schema.ts';
import { agentCostsView } from '#shared/features/admin/agent-costs.schema.ts';
import { stripeEventsJob } from '#shared/features/billing/billing.jobs.ts';
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
import { type Actor, listAudit } from '#core/features/admin/audit.ts';
import type { Viewer } from '#core/features/auth/sessions.ts';
import { grantFree, revokeFree } from '#core/features/admin/free-access.ts';
import { getCompany, listCompanies } from '#core/features/admin/companies.ts';
import { resumeTexts } from '#core/features/admin/resume-texts.ts';
import { setSms } from '#core/features/admin/set-sms.ts';
import { pauseNewPeople } from '#core/features/admin/new-people.ts';
import { listFailures } from '#core/features/admin/message-failures.ts';
import { markFeedbackRead, replyToFeedback } from '#core/features/admin/mark-feedback.ts';
import { queueHealth, readOverview } from '#core/features/admin/queue-health.ts';
import { dismissMessage, retryMessage } from '#core/features/admin/retry-message.ts';
import { readAgentCosts } from '#core/features/admin/agent-costs.ts';
import { readWeekFigures } from '#core/features/admin/week-figures.ts';
import { tryProvider } from '#core/features/admin/try-provider.ts';
import { listStripeFailures, retryStripeEvent } from '#core/features/admin/stripe-failures.ts';
import { listFeedback, readSupportFigures } from '#core/features/feedback/feedback-inbox.ts';
import { listUsers } from '#core/features/admin/list-users.ts';
import { endUserSessions, setRole } from '#core/features/admin/set-role.ts';
import { adminProcedure, router } from '../../trpc/procedures.ts';

/** Returns the admin who made the request, for the audit log. */
const actorOf = ({ viewer, ip }: { viewer: Viewer; ip: string }): Actor => ({
  userId: viewer.userId,
  email: viewer.email,
  // strips the IPv6 prefix from an IPv4-mapped IP address
  ip: ip.replace(/^::ffff:/, ''),
});

const adminCompaniesRouter = router({
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

  /** Resumes a company's texts after its A2P registration is fixed (T9, Twilio error 30034). */
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

/**
 * Procedures for the admin panel. Each call reads the user's role from the database, and every action is written to the
 * audit log.
 */
export const adminRouter = router({
  overview: adminProcedure.output(overviewView).query(({ ctx }) => readOverview(ctx.deps)),

  /**
   * Returns the figures for each of the last seven days. They're expensive to compute, so the client requests them
   * less often than the overview figures.
   */
  figures: adminProcedure.output(figuresView).query(({ ctx }) => readWeekFigures(ctx.deps)),

  /** Returns this month's model costs for the sales agent. */
  agentCosts: adminProcedure.output(agentCostsView).query(({ ctx }) => readAgentCosts(ctx.deps)),

  /** Pauses or resumes messages to new recipients. */
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

    /**
     * Resends a failed message. A message to a homeowner is resent only if we're certain that it wasn't sent. Otherwise
     * throws CONFLICT with the reason.
     */
    retry: adminProcedure
      .input(decideMessageInput)
      .output(retriedView)
      .mutation(async ({ ctx, input }) => ({ retried: await retryMessage(ctx.deps, actorOf(ctx), input.id) })),

    /**
     * Dismisses an unconfirmed notice to a contractor without resending it. Throws CONFLICT if the contractor must
     * decide.
     */
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

    /** Returns how quickly Pro feedback from the last 90 days was answered, and how much is still unanswered. */
    figures: adminProcedure.output(supportFiguresView).query(({ ctx }) => readSupportFigures(ctx.deps)),

    answer: adminProcedure
      .input(answerFeedbackInput)
      .output(z.null())
      .mutation(async ({ ctx, input }) => {
        await replyToFeedback(ctx.deps, actorOf(ctx), input);
        return null;
      }),

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

    /**
     * Ends a provider's pause, so the worker tries to send the next due message. Throws CONFLICT if the provider isn't
     * paused.
     */
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
