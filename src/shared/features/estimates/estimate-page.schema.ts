import { z } from 'zod';
import { uuidSchema } from '../../primitives/ids.ts';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../primitives/language.ts';
import { line, paragraph } from '../../primitives/text.ts';
import { estimateLineView, estimateOptionView, estimateStatusSchema } from './estimates.schema.ts';
import { changeView } from '../changes/changes.schema.ts';
import { stageView } from '../payments/payment-plan.schema.ts';
import { PAYMENT_KINDS } from '../payments/payment-status.rules.ts';
import { FENCE_LIMITS } from '../pricing/fence-limits.ts';
import { hasLetter, markSchema } from './signature.rules.ts';
import { calculatedWords } from './words.ts';

/** A private link's secret. Any string is valid input, but a wrong one doesn't match any estimate. */
const token = z.string().min(1).max(200);

export const MAX_QUESTION = 2_000;
export const MAX_REASON = 500;
export const MAX_SIGNER = 120;
const FULL_NAME = 'your full name, such as Dana Whitfield';
const words = calculatedWords(DEFAULT_LANGUAGE);

/**
 * The language that the homeowner switched to. If it's missing, the estimate is shown in the version's own language. A
 * signed version is available only in its own language.
 */
const language = z.enum(LANGUAGES).optional();

export const estimatePageInput = z.strictObject({ token, optionId: uuidSchema().optional(), language });

/**
 * The ids of the ticked add-ons. A form sends them as one text, separated by commas.
 */
const addOnIds = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter((id) => id !== '') : value),
    z.array(z.string().max(100)).max(FENCE_LIMITS.addOns),
  )
  .default([]);

/** Which add-ons of an option are ticked. All others of the option are unticked. */
export const chooseInput = z.strictObject({ token, optionId: uuidSchema().optional(), addOnIds, language });
export type ChooseInput = z.infer<typeof chooseInput>;

export const acceptInput = z.strictObject({
  token,
  name: line(FULL_NAME, MAX_SIGNER).refine(hasLetter, `Enter ${FULL_NAME}`),
  /** Drawn strokes as an SVG path in a box of 600 × 180, or a typed name. If missing, `name` is the signature. */
  signature: markSchema.optional(),
  agreed: z.boolean(words.checkBox).refine((agreed) => agreed, words.checkBox),
  /** The option that the homeowner chose. Required if the estimate has several. */
  optionId: uuidSchema(words.chooseOption).optional(),
  /** The add-ons that the homeowner saw ticked. Signing fails if others are. */
  addOnIds,
  /**
   * The hash of the values that the homeowner saw, as returned by `get`. Signing fails if the values have changed since
   * then.
   */
  documentHash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  language,
});
export type AcceptInput = z.infer<typeof acceptInput>;

export const declineInput = z.strictObject({ token, reason: paragraph(MAX_REASON).optional(), language });
export const askInput = z.strictObject({
  token,
  question: paragraph(MAX_QUESTION).refine((text) => text !== '', words.writeQuestion),
  language,
});
export const payInput = z.strictObject({ token, what: z.enum(PAYMENT_KINDS), language });

/** The page's main status. */
export const pageStateSchema = z.enum([
  'open',
  'accepted',
  'processing',
  'deposit_paid',
  'paid',
  'refunded',
  'disputed',
  'declined',
  'expired',
  'superseded',
]);
export type PageState = z.infer<typeof pageStateSchema>;

/**
 * The contents of the homeowner's page as JSON. Days are calendar days, instants are ISO 8601, and money is in cents.
 */
export const estimatePageView = z.object({
  language: z.enum(LANGUAGES),
  number: z.string(),
  version: z.number().int(),
  state: pageStateSchema,
  status: estimateStatusSchema,
  hasNewer: z.boolean(),
  company: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    address: z.string().nullable(),
    postalAddress: z.string().nullable(),
  }),
  customer: z.object({ name: z.string(), address: z.string().nullable() }),
  date: z.string(),
  validUntil: z.string(),
  notes: z.string(),
  options: z.array(estimateOptionView),
  /**
   * The option that the figures below describe. It's the accepted option, or else the requested one, or else the first
   * one.
   */
  optionId: z.string(),
  terms: z.string(),
  /** The chosen option's lines. Those that count add up to the subtotal. */
  lines: z.array(estimateLineView),
  /** The ticked add-ons of the chosen option. */
  addOnIds: z.array(z.string()),
  subtotalCents: z.number().int(),
  discountCents: z.number().int(),
  taxCents: z.number().int(),
  totalCents: z.number().int(),
  depositCents: z.number().int(),
  /** The payment plan's stages as they stand. */
  stages: z.array(stageView),
  depositReason: z.string().nullable(),
  /** What is left of the chosen option's price once the deposit is paid. `payment.balanceCents` is what is left now. */
  balanceCents: z.number().int(),
  /** The discount offer from a follow-up, and its last day (C30). The totals already include the offer. */
  offer: z.object({ words: z.string(), endsOn: z.string() }).nullable(),
  /** The right to cancel (C28). Before the homeowner signs, the dates assume that they sign today. */
  cancel: z.object({ businessDays: z.number().int(), until: z.string(), statement: z.string() }),
  consent: z.object({ version: z.string(), text: z.string() }),
  documentHash: z.string(),
  acceptance: z.object({ name: z.string(), at: z.string(), documentHash: z.string() }).nullable(),
  declined: z.object({ at: z.string(), reason: z.string() }).nullable(),
  /** The changes of the signed estimate that were sent, oldest first. `totalCents` includes those that count. */
  changes: z.array(changeView),
  /**
   * The change that waits for a signature. `accept` with its hash signs it, and `decline` declines it. Null if there's
   * none.
   */
  change: z
    .object({
      id: z.string(),
      documentHash: z.string(),
      consent: z.object({ version: z.string(), text: z.string() }),
      cancel: z.object({ businessDays: z.number().int(), until: z.string(), statement: z.string() }),
    })
    .nullable(),
  payment: z.object({
    /** Whether anything can currently be paid online. */
    online: z.boolean(),
    /** What counts toward the price: everything received minus everything that went back. */
    paidCents: z.number().int(),
    receivedCents: z.number().int(),
    /** The total minus `paidCents`. Negative if that much is owed to the homeowner. */
    balanceCents: z.number().int(),
    refundedCents: z.number().int(),
    processingCents: z.number().int(),
    /** The amounts that can be paid now, by purpose. Null for a purpose that can't be paid. */
    due: z.object({
      deposit: z.number().int().nullable(),
      full: z.number().int().nullable(),
      balance: z.number().int().nullable(),
      part: z.number().int().nullable(),
    }),
  }),
});
export type EstimatePageView = z.infer<typeof estimatePageView>;

/** The page's status after the homeowner's answer. */
export const answeredView = z.object({ state: pageStateSchema });
