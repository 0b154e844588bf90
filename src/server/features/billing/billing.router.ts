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
  /** The plan cards, for everyone. */
  plans: publicProcedure.output(z.array(planView)).query(({ ctx }) => listPlans(ctx.deps.config)),

  /** Where to buy a plan or a credit; the portal's address where a plan runs that it can change. */
  createCheckout: ownerProcedure
    .input(createCheckoutInput)
    .output(urlView)
    .mutation(({ ctx, input }) => createCheckout(ctx.deps, ctx.companyId, input)),

  /** Where to buy one lead credit. */
  createPayment: ownerProcedure
    .input(createPaymentInput)
    .output(urlView)
    .mutation(({ ctx, input }) => createPayment(ctx.deps, ctx.companyId, input)),

  /** Stripe's billing portal; not for free access. */
  customerPortal: ownerProcedure.output(urlView).mutation(({ ctx }) => customerPortal(ctx.deps, ctx.companyId)),

  /** What has become of a checkout that was opened before: asked while 'confirming' is shown. */
  checkoutStatus: ownerProcedure
    .input(checkoutStatusInput)
    .output(checkoutStatusView)
    .query(({ ctx, input }) => checkoutStatus(ctx.deps, ctx.companyId, input.sessionId)),

  /** What the plan lets the company do. */
  status: ownerProcedure
    .output(billingStatusView)
    .query(({ ctx }) =>
      billingStatus(ctx.deps, { companyId: ctx.companyId, isAdmin: ctx.viewer.roles.includes('admin') }),
    ),
});

export const subscriptionRouter = router({
  check: memberProcedure.output(subscriptionView).query(({ ctx }) => checkSubscription(ctx.deps, ctx.companyId)),
});
