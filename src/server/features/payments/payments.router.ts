import { z } from 'zod';
import { listOwed } from '#core/features/stages/list-owed.ts';
import { checkAccountStatus, createAccountLink, disconnectAccount } from '#core/features/payments/connect-account.ts';
import { createConnectPayment, readEstimatePayment } from '#core/features/payments/connect-payment.ts';
import { readConnection } from '#core/features/payments/connection.ts';
import { recordByHand, voidByHand } from '#core/features/payments/hand-payments.ts';
import { listPayments } from '#core/features/payments/list-payments.ts';
import { readPaymentSettings, updatePaymentSettings } from '#core/features/payments/payment-settings.ts';
import { refundPayment } from '#core/features/payments/refund-payment.ts';
import { urlView } from '#shared/features/billing/billing.schema.ts';
import {
  accountInput,
  accountLinkView,
  accountStatusView,
  connectionView,
  createConnectPaymentInput,
  estimatePaymentInput,
  estimatePaymentView,
  owedView,
  paymentListInput,
  paymentListView,
  paymentSettingsInput,
  paymentSettingsWithCapsView,
  recordedPaymentView,
  recordPaymentInput,
  refundedPaymentView,
  refundPaymentInput,
  voidPaymentInput,
} from '#shared/features/payments/payments.schema.ts';
import { managerProcedure, memberProcedure, officeQuery, ownerProcedure, router } from '../../trpc/procedures.ts';

export const paymentsRouter = router({
  /** Returns the status of the company's Stripe account, as stored in our database. */
  status: officeQuery.output(connectionView).query(({ ctx }) => readConnection(ctx.deps, ctx.companyId)),

  /** Returns the URL where the company connects an account or continues its setup. */
  createAccountLink: ownerProcedure
    .input(accountInput)
    .output(accountLinkView)
    .mutation(({ ctx, input }) =>
      createAccountLink(ctx.deps, { companyId: ctx.companyId, accountId: input.accountId }),
    ),

  /** Checks with Stripe whether the account can take payments, and stores the result. */
  checkAccountStatus: managerProcedure
    .input(accountInput)
    .output(accountStatusView)
    .mutation(({ ctx, input }) =>
      checkAccountStatus(ctx.deps, { companyId: ctx.companyId, accountId: input.accountId }),
    ),

  /** Disconnects the account. This stops new payments but keeps the history. */
  disconnect: ownerProcedure
    .input(accountInput)
    .output(connectionView)
    .mutation(async ({ ctx, input }) => {
      await disconnectAccount(ctx.deps, { companyId: ctx.companyId, accountId: input.accountId });
      return readConnection(ctx.deps, ctx.companyId);
    }),

  settings: officeQuery
    .output(paymentSettingsWithCapsView)
    .query(({ ctx }) => readPaymentSettings(ctx.deps, ctx.companyId)),

  updateSettings: managerProcedure
    .input(paymentSettingsInput)
    .output(paymentSettingsWithCapsView)
    .mutation(({ ctx, input }) => updatePaymentSettings(ctx.deps, { companyId: ctx.companyId, ip: ctx.ip }, input)),

  /** Returns homeowners' payments to the company, newest first. */
  list: officeQuery
    .input(paymentListInput.prefault({}))
    .output(paymentListView)
    .query(({ ctx, input }) => listPayments(ctx.deps, ctx.companyId, input)),

  /** Records a payment that was received by hand, such as a check, for a signed estimate. */
  record: managerProcedure
    .input(recordPaymentInput)
    .output(recordedPaymentView)
    .mutation(({ ctx, input }) => recordByHand(ctx.deps, ctx.companyId, input)),

  /** Voids a payment that was recorded by hand. */
  void: managerProcedure
    .input(voidPaymentInput)
    .output(recordedPaymentView)
    .mutation(({ ctx, input }) => voidByHand(ctx.deps, ctx.companyId, input)),

  /** Gives a payment back to the homeowner, in full or in part. */
  refund: managerProcedure
    .input(refundPaymentInput)
    .output(refundedPaymentView)
    .mutation(({ ctx, input }) => refundPayment(ctx.deps, ctx.companyId, input)),

  /** Returns who owes the company money and how much, for every plan. */
  owed: memberProcedure.output(z.array(owedView)).query(({ ctx }) => listOwed(ctx.deps, ctx.companyId)),

  /** Returns the payments that are currently possible for one version of an estimate. */
  forEstimate: memberProcedure
    .input(estimatePaymentInput)
    .output(estimatePaymentView)
    .query(({ ctx, input }) => readEstimatePayment(ctx.deps, { companyId: ctx.companyId, ...input })),

  /** Returns the URL where a homeowner makes a payment that the contractor requested. */
  createConnectPayment: managerProcedure
    .input(createConnectPaymentInput)
    .output(urlView)
    .mutation(({ ctx, input }) => createConnectPayment(ctx.deps, ctx.companyId, input)),
});
