import { z } from 'zod';
import { billingStatus, checkSubscription } from '#core/features/billing/check-subscription.ts';
import { checkoutStatus } from '#core/features/billing/checkout-status.ts';
import { createCheckout, createPayment } from '#core/features/billing/create-checkout.ts';
import { listPlans } from '#core/features/billing/prices.ts';
import { customerPortal } from '#core/features/billing/open-portal.ts';
import {
  billingStatusView,
  checkoutStatusInput,
  checkoutStatusView,
  createCheckoutInput,
  createPaymentInput,
  planView,
  urlView,
  subscriptionView,
} from '#shared/features/billing/billing.schema.ts';
import { memberProcedure, ownerProcedure, publicProcedure, router } from '../../trpc/procedures.ts';

export const billingRouter = router({
  /** Returns the plans for the plan cards. Doesn't require a session. */
  plans: publicProcedure.output(z.array(planView)).query(({ ctx }) => listPlans(ctx.deps.config)),

  /**
   * Returns the URL where the company buys a plan or a credit. If the billing portal can change the company's plan,
   * returns the portal's URL instead.
   */
  createCheckout: ownerProcedure
    .input(createCheckoutInput)
    .output(urlView)
    .mutation(({ ctx, input }) => createCheckout(ctx.deps, ctx.companyId, input)),

  /** Returns the URL where the company buys one lead credit. */
  createPayment: ownerProcedure
    .input(createPaymentInput)
    .output(urlView)
    .mutation(({ ctx, input }) => createPayment(ctx.deps, ctx.companyId, input)),

  /** Returns the URL of Stripe's billing portal. Not available to companies with free access. */
  customerPortal: ownerProcedure.output(urlView).mutation(({ ctx }) => customerPortal(ctx.deps, ctx.companyId)),

  /** Returns a checkout's status. The client polls it while the status is 'confirming'. */
  checkoutStatus: ownerProcedure
    .input(checkoutStatusInput)
    .output(checkoutStatusView)
    .query(({ ctx, input }) => checkoutStatus(ctx.deps, ctx.companyId, input.sessionId)),

  /** Returns the company's plan and its limits. */
  status: ownerProcedure
    .output(billingStatusView)
    .query(({ ctx }) =>
      billingStatus(ctx.deps, { companyId: ctx.companyId, isAdmin: ctx.viewer.roles.includes('admin') }),
    ),
});

export const subscriptionRouter = router({
  check: memberProcedure.output(subscriptionView).query(({ ctx }) => checkSubscription(ctx.deps, ctx.companyId)),
});
