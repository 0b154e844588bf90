import { z } from 'zod';
import { estimateIdSchema } from '../../primitives/ids.ts';
import { pageFields } from '../../primitives/paging.ts';
import { phone } from '../../primitives/phone.ts';
import { email } from '../../primitives/text.ts';
import { PAYMENT_KINDS, PAYMENT_STATUSES } from './payment-status.rules.ts';

/** The old API sent the account. It is accepted, but must be the company's own (decisions.md). */
export const accountInput = z.strictObject({ accountId: z.string().max(200).optional() }).default({});

/** The company's Stripe account as stored by us. */
export const connectionView = z.object({
  /** Whether it can currently charge (S14). */
  connected: z.boolean(),
  /** Null if no account was created or it was disconnected. */
  accountId: z.string().nullable(),
  detailsSubmitted: z.boolean(),
  /** What Stripe still requires, in words such as 'A bank account for payouts'. */
  missing: z.array(z.string()),
  /** Stripe is reviewing the information; the contractor can only wait. */
  checking: z.boolean(),
  /** Why charges are disabled, in words; null if they are enabled or no information was submitted. */
  disabledReason: z.string().nullable(),
  /** What the contractor can do while the account can't charge. */
  step: z.enum(['finish', 'reconnect', 'wait']),
  /** False if this server has no payment provider. */
  available: z.boolean(),
  /** The platform's fee on a payment in basis points (100 is 1%). */
  feeBasisPoints: z.number().int(),
});
export type ConnectionView = z.infer<typeof connectionView>;

export const accountLinkView = z.object({ url: z.string(), accountId: z.string() });
export const accountStatusView = z.object({ connected: z.boolean() });

const PERCENT_HINT = 'Enter a whole percentage from 0 to 100, such as 50';
const DEPOSIT_HINT = 'Enter an amount from $0.00 to $1,000,000.00, such as 500';

/** The deposit that a company asks for, before a state's cap (C27). */
export const paymentSettingsView = z.object({
  depositKind: z.enum(['percent', 'amount']),
  depositPercent: z.number().int(),
  depositAmountCents: z.number().int().nullable(),
  offerFullPayment: z.boolean(),
  /**
   * The phone in E.164, confirmed with a code, that gets texts about acceptances and payments in addition to the email.
   */
  notifyPhone: z.string().nullable(),
  /** A phone that takes effect once its texted code is entered (`company.confirm`). */
  pendingNotifyPhone: z.string().nullable(),
});
export type PaymentSettings = z.infer<typeof paymentSettingsView>;

/**
 * The settings, with the names of the states that cap what may be taken before work starts (C27). `codeDueAt` (ISO
 * 8601) is set only while the text with the code waits for texting hours.
 */
export const paymentSettingsWithCapsView = paymentSettingsView.extend({
  cappedStates: z.array(z.string()),
  codeDueAt: z.string().optional(),
});
export type PaymentSettingsWithCaps = z.infer<typeof paymentSettingsWithCapsView>;

export const paymentSettingsInput = z
  .strictObject({
    depositKind: z.enum(['percent', 'amount']),
    depositPercent: z.number(PERCENT_HINT).int(PERCENT_HINT).min(0, PERCENT_HINT).max(100, PERCENT_HINT),
    depositAmountCents: z
      .number(DEPOSIT_HINT)
      .int(DEPOSIT_HINT)
      .min(0, DEPOSIT_HINT)
      .max(100_000_000, DEPOSIT_HINT)
      .nullable(),
    offerFullPayment: z.boolean(),
    /**
     * If missing, the phone and a pending one stay unchanged. Null removes both. A new one is pending until it is
     * confirmed.
     */
    notifyPhone: phone.nullable().optional(),
    /** Ignored, so that settings can be sent back as they were read. */
    pendingNotifyPhone: z.string().max(40).nullable().optional(),
    /** The displayed values. Rejected with CONFLICT if another window has saved other ones. */
    was: paymentSettingsView.partial().optional(),
  })
  .refine(({ depositKind, depositAmountCents }) => depositKind === 'percent' || depositAmountCents !== null, {
    path: ['depositAmountCents'],
    error: DEPOSIT_HINT,
  });
export type PaymentSettingsInput = z.infer<typeof paymentSettingsInput>;

/** The amount and account come from our own rows; the browser's values must match them (decisions.md, Money). */
export const createConnectPaymentInput = z.strictObject({
  estimateId: estimateIdSchema,
  amountCents: z.number().int(),
  description: z.string().max(500).optional(),
  stripeAccountId: z.string().max(200).optional(),
  customerEmail: email.optional(),
});
export type CreateConnectPaymentInput = z.infer<typeof createConnectPaymentInput>;

export const paymentKindSchema = z.enum(PAYMENT_KINDS);
export const paymentStatusSchema = z.enum(PAYMENT_STATUSES);

export const paymentListInput = z.strictObject({
  ...pageFields,
  limit: z.number().int().min(1).max(100).default(20),
});
export type PaymentListInput = z.infer<typeof paymentListInput>;

/** A payment in the dashboard's list. Money is in cents, and instants are ISO 8601. */
export const paymentView = z.object({
  id: z.string(),
  leadId: z.string(),
  leadName: z.string(),
  estimateNumber: z.string(),
  kind: paymentKindSchema,
  amountCents: z.number().int(),
  feeCents: z.number().int(),
  refundedCents: z.number().int(),
  status: paymentStatusSchema,
  /** A duplicate of an earlier payment, which is to be refunded. */
  extra: z.boolean(),
  /** Stripe's name for the method, such as 'card' or 'us_bank_account'. */
  method: z.string().nullable(),
  /** Why it failed or is disputed, in Stripe's words. */
  reason: z.string().nullable(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
});
export type PaymentView = z.infer<typeof paymentView>;
export const paymentListView = z.object({ items: z.array(paymentView), nextCursor: z.string().nullable() });

export const estimatePaymentInput = z.strictObject({ estimateId: estimateIdSchema });
/** What can be paid of one version now, and the payments in progress. */
export const estimatePaymentView = z.object({
  connected: z.boolean(),
  /** Null if unknown; the customer then enters it on Stripe's page. */
  customerEmail: z.string().nullable(),
  paidCents: z.number().int(),
  due: z.record(paymentKindSchema, z.number().int().nullable()),
  onItsWay: z
    .object({ kind: paymentKindSchema, amountCents: z.number().int(), status: paymentStatusSchema })
    .nullable(),
  /** Why nothing can be paid for this version, in words; null if something can, or if everything is paid. */
  refusal: z.string().nullable(),
});
export type EstimatePaymentView = z.infer<typeof estimatePaymentView>;
