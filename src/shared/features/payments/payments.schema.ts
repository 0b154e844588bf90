import { z } from 'zod';
import { estimateIdSchema } from '../../primitives/ids.ts';
import { pageFields } from '../../primitives/paging.ts';
import { phone } from '../../primitives/phone.ts';
import { email } from '../../primitives/text.ts';
import { PAYMENT_KINDS, PAYMENT_STATUSES } from './payment-status.rules.ts';

/** The old call named the account; it is accepted and must be the company's own (decisions.md). */
export const accountInput = z.strictObject({ accountId: z.string().max(200).optional() }).default({});

/** The company's account at Stripe as our own row has it. */
export const connectionView = z.object({
  /** Whether it may charge now (S14). */
  connected: z.boolean(),
  /** Null: none was ever begun, or it was disconnected. */
  accountId: z.string().nullable(),
  detailsSubmitted: z.boolean(),
  /** What Stripe still asks for, in words, such as 'A bank account for payouts'. */
  missing: z.array(z.string()),
  /** Stripe is checking what was given; nothing to do but wait. */
  checking: z.boolean(),
  /** Why charges are off, in words; null where they are on or nothing was given yet. */
  disabledReason: z.string().nullable(),
  /** False where this server has no payment provider set up. */
  available: z.boolean(),
  /** The platform's share of a payment, in basis points (100: one per cent). */
  feeBasisPoints: z.number().int(),
});
export type ConnectionView = z.infer<typeof connectionView>;

export const accountLinkView = z.object({ url: z.string(), accountId: z.string() });
export const accountStatusView = z.object({ connected: z.boolean() });

const PERCENT_HINT = 'Enter a whole percentage from 0 to 100, such as 50';
const DEPOSIT_HINT = 'Enter an amount from $0.00 to $1,000,000.00, such as 500';

/** What a company asks of a homeowner; a state's cap comes after it (C27). */
export const paymentSettingsView = z.object({
  depositKind: z.enum(['percent', 'amount']),
  depositPercent: z.number().int(),
  depositAmountCents: z.number().int().nullable(),
  offerFullPayment: z.boolean(),
  /** E.164; told of acceptances and payments beside the email. Proven by a code. */
  notifyPhone: z.string().nullable(),
  /** A phone that takes force once the code that was texted there comes back (`company.confirm`). */
  pendingNotifyPhone: z.string().nullable(),
});
export type PaymentSettings = z.infer<typeof paymentSettingsView>;

/**
 * The settings, with the names of the states that cap what may be taken before work starts (C27). `codeDueAt` (ISO
 * 8601) is there only while the text with the code waits for the hours in which texts may go out.
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
    /** Missing: stays as it is, and so does a pending one. Null: neither. A new one is pending until it is confirmed. */
    notifyPhone: phone.nullable().optional(),
    /** Sets nothing: settings that are sent back as they were read leave a pending phone pending. */
    pendingNotifyPhone: z.string().max(40).nullable().optional(),
    /** The displayed values: refused with CONFLICT if another window has saved something else. */
    was: paymentSettingsView.partial().optional(),
  })
  .refine(({ depositKind, depositAmountCents }) => depositKind === 'percent' || depositAmountCents !== null, {
    path: ['depositAmountCents'],
    error: DEPOSIT_HINT,
  });
export type PaymentSettingsInput = z.infer<typeof paymentSettingsInput>;

/** Amount and account are our own rows'; what the browser says must match them (decisions.md, Money). */
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

/** A payment as the dashboard lists it; money in cents, instants ISO 8601. */
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
  /** The same was paid already: this one is to be refunded. */
  extra: z.boolean(),
  /** Stripe's word, such as 'card' or 'us_bank_account'. */
  method: z.string().nullable(),
  /** Why it failed or is disputed, in Stripe's words. */
  reason: z.string().nullable(),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
});
export type PaymentView = z.infer<typeof paymentView>;
export const paymentListView = z.object({ items: z.array(paymentView), nextCursor: z.string().nullable() });

export const estimatePaymentInput = z.strictObject({ estimateId: estimateIdSchema });
/** What can be paid of one version now, and what is on its way. */
export const estimatePaymentView = z.object({
  connected: z.boolean(),
  /** Null where none is known: who pays types it on Stripe's page. */
  customerEmail: z.string().nullable(),
  paidCents: z.number().int(),
  due: z.record(paymentKindSchema, z.number().int().nullable()),
  onItsWay: z
    .object({ kind: paymentKindSchema, amountCents: z.number().int(), status: paymentStatusSchema })
    .nullable(),
  /** Why nothing can be paid by this version, in words; null where something can, or all is paid. */
  refusal: z.string().nullable(),
});
export type EstimatePaymentView = z.infer<typeof estimatePaymentView>;
