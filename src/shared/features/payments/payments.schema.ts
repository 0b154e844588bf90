import { z } from 'zod';
import { estimateIdSchema, leadIdSchema, paymentIdSchema } from '../../primitives/ids.ts';
import { localDate } from '../../primitives/local-date.ts';
import { pageFields } from '../../primitives/paging.ts';
import { phone } from '../../primitives/phone.ts';
import { email, line, optional, paragraph } from '../../primitives/text.ts';
import { defaultPlanFaults } from './payment-plan.faults.ts';
import { planInput, planView } from './payment-plan.schema.ts';
import { HAND_METHODS, PAYMENT_KINDS, PAYMENT_STATUSES } from './payment-status.rules.ts';

/** `accountId` is sent only by clients of the old API (spec, section 7). It must be the company's own account. */
export const accountInput = z.strictObject({ accountId: z.string().max(200).optional() }).default({});

/** The company's Stripe account status, as stored in our database. */
export const connectionView = z.object({
  /** Whether the account can currently take payments (S14). */
  connected: z.boolean(),
  /** Null if no account was created or if it was disconnected. */
  accountId: z.string().nullable(),
  detailsSubmitted: z.boolean(),
  /** The information that Stripe still requires, as phrases such as 'A bank account for payouts'. */
  missing: z.array(z.string()),
  /** Whether Stripe is reviewing the information. The contractor must then wait. */
  checking: z.boolean(),
  /** Why payments are disabled, as a sentence. Null if they're enabled or if no information was submitted. */
  disabledReason: z.string().nullable(),
  /** The contractor's next step while the account can't take payments. */
  step: z.enum(['finish', 'reconnect', 'wait']),
  /** Whether a payment provider is configured on this server. */
  available: z.boolean(),
  /** The platform's fee on a payment in basis points (100 is 1%). */
  feeBasisPoints: z.number().int(),
});
export type ConnectionView = z.infer<typeof connectionView>;

export const accountLinkView = z.object({ url: z.string(), accountId: z.string() });
export const accountStatusView = z.object({ connected: z.boolean() });

const PERCENT_HINT = 'Enter a whole percentage from 0 to 100, such as 50';
const DEPOSIT_HINT = 'Enter an amount from $0.00 to $1,000,000.00, such as 500';

/** The company's deposit setting, before a state's cap (C27). */
export const paymentSettingsView = z.object({
  depositKind: z.enum(['percent', 'amount']),
  depositPercent: z.number().int(),
  depositAmountCents: z.number().int().nullable(),
  offerFullPayment: z.boolean(),
  /** The payment plan of new estimates. Null for the deposit above and the rest. */
  defaultPlan: planView.nullable(),
  /**
   * The phone number that receives texts about acceptances and payments, in addition to the emails. It's in E.164 and
   * confirmed with a code.
   */
  notifyPhone: z.string().nullable(),
  /** A new phone number that takes effect once the code texted to it is entered (`company.confirm`). */
  pendingNotifyPhone: z.string().nullable(),
});
export type PaymentSettings = z.infer<typeof paymentSettingsView>;

/**
 * The payment settings, and the names of the US states that limit payments before work starts (C27). `codeDueAt` (ISO
 * 8601) is set only while the text with the code is waiting for texting hours.
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
    /** If missing, the current plan stays. */
    defaultPlan: planInput.nullable().optional(),
    /**
     * If missing, the current phone and a pending one stay unchanged. Null removes both. A new phone is pending until
     * the contractor confirms it.
     */
    notifyPhone: phone.nullable().optional(),
    /** Ignored. It's accepted so that a client can send back the settings that it loaded. */
    pendingNotifyPhone: z.string().max(40).nullable().optional(),
    /** The values that the form loaded. The update is rejected with CONFLICT if another window has changed them. */
    was: paymentSettingsView.partial().optional(),
  })
  .refine(({ depositKind, depositAmountCents }) => depositKind === 'percent' || depositAmountCents !== null, {
    path: ['depositAmountCents'],
    error: DEPOSIT_HINT,
  })
  .superRefine(({ defaultPlan }, context) => {
    for (const [path, message] of Object.entries(defaultPlanFaults(defaultPlan ?? [])))
      context.addIssue({ code: 'custom', path: path.split('.'), message });
  });
export type PaymentSettingsInput = z.infer<typeof paymentSettingsInput>;

/**
 * The server takes the amount and account from its own database. The browser's values must match them
 * (docs/security.md, 'Money').
 */
export const createConnectPaymentInput = z.strictObject({
  estimateId: estimateIdSchema,
  amountCents: z.number().int(),
  description: paragraph(500).optional(),
  stripeAccountId: z.string().max(200).optional(),
  customerEmail: email.optional(),
});
export type CreateConnectPaymentInput = z.infer<typeof createConnectPaymentInput>;

export const paymentKindSchema = z.enum(PAYMENT_KINDS);
export const paymentStatusSchema = z.enum(PAYMENT_STATUSES);

export const paymentListInput = z.strictObject({
  ...pageFields,
  limit: z.number().int().min(1).max(100).default(20),
  /** Lists only this lead's payments. */
  leadId: leadIdSchema.optional(),
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
  /** Whether the payment was more than was left to pay, so that a part of it should be refunded. */
  extra: z.boolean(),
  /** Whether a member recorded the payment. Otherwise, it was made through Stripe. */
  byHand: z.boolean(),
  /** A check's number, or a note. Only for a payment that was recorded by hand. */
  reference: z.string().nullable(),
  /** The day on which a payment that was recorded by hand was received, as 'YYYY-MM-DD'. */
  receivedOn: z.string().nullable(),
  /** Stripe's name for the method, such as 'card' or 'us_bank_account', or one of `HAND_METHODS`. */
  method: z.string().nullable(),
  /** Why the payment failed or is disputed, in Stripe's words, or why it was voided. */
  reason: z.string().nullable(),
  /** The payment's page in the company's Stripe account. Null if there's none. */
  stripeUrl: z.string().nullable(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
});
export type PaymentView = z.infer<typeof paymentView>;
export const paymentListView = z.object({ items: z.array(paymentView), nextCursor: z.string().nullable() });

export const estimatePaymentInput = z.strictObject({ estimateId: estimateIdSchema });
/** The payments that are currently possible for one version, and the payments in progress. */
export const estimatePaymentView = z.object({
  connected: z.boolean(),
  /** Null if unknown. The homeowner then enters their email on Stripe's page. */
  customerEmail: z.string().nullable(),
  paidCents: z.number().int(),
  due: z.record(paymentKindSchema, z.number().int().nullable()),
  onItsWay: z
    .object({ kind: paymentKindSchema, amountCents: z.number().int(), status: paymentStatusSchema })
    .nullable(),
  /**
   * Why nothing can be paid for this version, as a sentence. Null if something can be paid or if everything is already
   * paid.
   */
  refusal: z.string().nullable(),
});
export type EstimatePaymentView = z.infer<typeof estimatePaymentView>;

/**
 * One lead that owes money for an open job. `since` is when the job was agreed, in ISO 8601. `nextDue` is the day from
 * which the next part is due, or null while no day is known. `nextStep` is then what the next part waits for, as a
 * stage's `due`.
 */
export const owedView = z.object({
  leadId: z.string(),
  name: z.string(),
  balanceCents: z.number().int(),
  since: z.string(),
  nextDue: z.string().nullable(),
  nextStep: z.string().nullable(),
});
export type OwedView = z.infer<typeof owedView>;

const AMOUNT_HINT = 'Enter an amount from $0.01 to $10,000,000.00, such as 1500';
const DAY_HINT = 'Enter a day, such as 2026-12-01';
const amountCents = z.number(AMOUNT_HINT).int(AMOUNT_HINT).min(1, AMOUNT_HINT).max(1_000_000_000, AMOUNT_HINT);
const isDay = (text: string): boolean => {
  try {
    return localDate(text) >= '2000-01-01';
  } catch {
    return false;
  }
};
/** The same key never records, refunds or makes anything twice. */
export const idempotencyKey = line('an idempotency key', 200);

/** A payment that was received by hand. `receivedOn` is a day that isn't after today in the company's time zone. */
export const recordPaymentInput = z.strictObject({
  estimateId: estimateIdSchema,
  method: z.enum(HAND_METHODS, 'Choose how it was paid'),
  cents: amountCents,
  receivedOn: z.string(DAY_HINT).refine(isDay, DAY_HINT).transform(localDate),
  reference: optional(line('a reference, such as a check number', 120)),
  idempotencyKey,
  /** Records more than is left to pay. */
  over: z.boolean().default(false),
});
export type RecordPaymentInput = z.infer<typeof recordPaymentInput>;
export const recordedPaymentView = z.object({ paymentId: z.string(), balanceCents: z.number().int() });
export type RecordedPayment = z.infer<typeof recordedPaymentView>;

export const voidPaymentInput = z.strictObject({ paymentId: paymentIdSchema, reason: line('a reason', 500) });
export type VoidPaymentInput = z.infer<typeof voidPaymentInput>;

/** Without `cents`, refunds all that is left of the payment. */
export const refundPaymentInput = z.strictObject({
  paymentId: paymentIdSchema,
  cents: amountCents.optional(),
  idempotencyKey,
});
export type RefundPaymentInput = z.infer<typeof refundPaymentInput>;
/** `refundedCents` is all that went back of the payment. `stripeUrl` is null for one that was recorded by hand. */
export const refundedPaymentView = z.object({ refundedCents: z.number().int(), stripeUrl: z.string().nullable() });
export type RefundedPayment = z.infer<typeof refundedPaymentView>;
