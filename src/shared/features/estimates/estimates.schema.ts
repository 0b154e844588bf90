import { z } from 'zod';
import { estimateIdSchema, leadIdSchema } from '../../primitives/ids.ts';
import { line, paragraph } from '../../primitives/text.ts';
import { datedOfferView, offerSchema, offerView } from './offer.schema.ts';
import { FEET_HINT, GATES_HINT } from '../pricing/fence-limits.ts';
import { fenceFaults, fenceFields, fenceView, gateCountSchema, perimeterSchema } from '../pricing/fence.schema.ts';
import { MAX_WORK_MESSAGE } from './work-message.limits.ts';
import { planInput, planView, stageView } from '../payments/payment-plan.schema.ts';
import { estimateLineView } from '../pricing/line.schema.ts';

export const estimateStatusSchema = z.enum([
  'draft',
  'sent',
  'viewed',
  'accepted',
  'declined',
  'deposit_paid',
  'paid',
  'refunded',
  'disputed',
  'expired',
  'superseded',
]);
export type EstimateStatus = z.infer<typeof estimateStatusSchema>;

export { FEET_HINT, GATES_HINT, gateCountSchema, perimeterSchema };
export const MAX_TERMS = 20_000;
export const MAX_NOTES = 4_000;

/** The maximum number of options in an estimate, and the maximum length of an option's name. */
export const MAX_OPTIONS = 3;
export const MAX_OPTION_LABEL = 60;

export const estimateOptionInput = z.strictObject({
  ...fenceFields,
  label: line('a name for this option, such as Cedar', MAX_OPTION_LABEL),
});
export type EstimateOptionInput = z.infer<typeof estimateOptionInput>;

const optionsInput = z
  .array(estimateOptionInput)
  .min(1, 'Add an option')
  .max(MAX_OPTIONS, `Offer at most ${MAX_OPTIONS} options`)
  .refine(
    (options) => new Set(options.map(({ label }) => label.toLowerCase())).size === options.length,
    'Give each option a different name',
  );

const estimateFields = z.strictObject({
  leadId: leadIdSchema,
  ...fenceFields,
  notes: paragraph(MAX_NOTES).optional(),
  /** All options. If they're given, the first one replaces the fence and price fields of this input. */
  options: optionsInput.optional(),
  /** A discount on every option, through the end of its last day. */
  offer: offerSchema.nullable().optional(),
  /** The payment plan. By default, the company's. */
  stages: planInput.optional(),
});

/** Checks each fence as a whole: the estimate's own or, if there are options, theirs. */
const checkFences = (value: z.infer<typeof estimateFields>, context: z.RefinementCtx): void => {
  const fences = value.options?.map((option, index) => ({ fence: option, at: ['options', index] })) ?? [
    { fence: value, at: [] },
  ];
  for (const { fence, at } of fences)
    for (const { path, message } of fenceFaults(fence))
      context.addIssue({ code: 'custom', path: [...at, ...path], message });
};

export const estimatePreviewInput = estimateFields.superRefine(checkFences);
export type EstimatePreviewInput = z.infer<typeof estimatePreviewInput>;

export const estimateSendInput = estimateFields
  .extend({ terms: paragraph(MAX_TERMS).optional() })
  .superRefine(checkFences);
export type EstimateSendInput = z.infer<typeof estimateSendInput>;

export type { EstimateLine } from '../pricing/line-view.ts';
export { estimateLineView };

/**
 * An option that the homeowner can choose. `depositReason` says why the deposit is lower than the company's setting
 * (C27).
 */
export const estimateOptionView = z.object({
  id: z.string(),
  label: z.string().nullable(),
  perimeter: z.number(),
  gateCount: z.number().int(),
  materialType: z.string(),
  lines: z.array(estimateLineView),
  /** The sum of the lines. The total is the subtotal minus the discount, plus the tax. */
  subtotalCents: z.number().int(),
  discountCents: z.number().int(),
  taxCents: z.number().int(),
  /** The tax's name and rate, such as 'Tax (6%)'. Null without a tax. */
  taxLabel: z.string().nullable(),
  totalCents: z.number().int(),
  depositCents: z.number().int(),
  depositReason: z.string().nullable(),
  /** What is left of the price once the deposit is paid. */
  balanceCents: z.number().int(),
});
export type EstimateOptionView = z.infer<typeof estimateOptionView>;

/** The rules for the deposit at any price: the company's setting and the state's cap. */
export const depositTermsView = z.object({
  rule: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('percent'), percent: z.number() }),
    z.object({ kind: z.literal('amount'), cents: z.number().int() }),
  ]),
  cap: z
    .object({
      state: z.string(),
      stateName: z.string(),
      combine: z.enum(['fraction', 'lesser', 'greater']),
      num: z.number().int(),
      den: z.number().int(),
      dollars: z.number().nullable(),
      overDollars: z.number(),
      fromIncluded: z.boolean(),
    })
    .nullable(),
  offerFull: z.boolean(),
  plan: planView.nullable().optional(),
});

/** An estimate that isn't saved yet. `validUntil` is a calendar day. */
export const estimatePreviewView = z.object({
  number: z.literal('PREVIEW'),
  /** The sum of the lines. The total is the subtotal minus the discount, plus the tax. */
  subtotalCents: z.number().int(),
  discountCents: z.number().int(),
  taxCents: z.number().int(),
  /** The tax's name and rate, such as 'Tax (6%)'. Null without a tax. */
  taxLabel: z.string().nullable(),
  totalCents: z.number().int(),
  depositCents: z.number().int(),
  depositReason: z.string().nullable(),
  /** The offer that gives the discount. */
  offer: datedOfferView.nullable(),
  /** The live offers that follow-ups made to the lead. The larger discount counts; they aren't added up. */
  leadOffers: z.array(datedOfferView),
  /** The day in the job's time zone from which an offer's days count. */
  offersFrom: z.string(),
  depositTerms: depositTermsView,
  lines: z.array(estimateLineView),
  options: z.array(estimateOptionView.omit({ id: true })),
  materialType: z.string(),
  perimeter: z.number(),
  gateCount: z.number().int(),
  notes: z.string(),
  date: z.string(),
  validUntil: z.string(),
});
export type EstimatePreview = z.infer<typeof estimatePreviewView>;

export const estimateSentView = z.object({
  estimateId: z.string(),
  number: z.string(),
  url: z.string(),
  totalCents: z.number().int(),
  /** When the link will be texted, if it must wait for texting hours. Otherwise, null. */
  textAt: z.string().nullable(),
});

export const estimateListItemView = z.object({
  id: z.string(),
  number: z.string(),
  version: z.number().int(),
  status: estimateStatusSchema,
  /**
   * The accepted option's price, or else the first option's price. The total is the subtotal minus the discount, plus the
   * tax, plus what signed changes and credits add.
   */
  subtotalCents: z.number().int(),
  discountCents: z.number().int(),
  taxCents: z.number().int(),
  /** The tax's name and rate, such as 'Tax (6%)'. Null without a tax. */
  taxLabel: z.string().nullable(),
  /** What signed changes and credits add to the signed price. Negative if they take off more. */
  changesCents: z.number().int(),
  totalCents: z.number().int(),
  /** The offer that gives the discount. Null if there's none, or if the estimate was signed. */
  offer: datedOfferView.nullable(),
  /** The contractor's own discount on this version while it's valid, for the next version. */
  ownOffer: offerView.nullable(),
  /** Everything received for the job, across all versions, including amounts that went back. */
  receivedCents: z.number().int(),
  /** Everything that went back: refunds, and payments that a lost dispute returned. */
  refundedCents: z.number().int(),
  /** `totalCents` minus what was received plus what went back. Negative if that much is owed to the homeowner. */
  balanceCents: z.number().int(),
  depositCents: z.number().int(),
  perimeter: z.number(),
  gateCount: z.number().int(),
  materialType: z.string(),
  /** The options, each with the fence that was priced, for the next version. */
  options: z.array(estimateOptionView.extend({ fence: fenceView })),
  /** What the homeowner reads on the estimate, as opposed to the lead's private notes. */
  notes: z.string(),
  /** Who signed, when, and the option they chose. Null if unsigned. */
  acceptance: z.object({ name: z.string(), at: z.string(), optionId: z.string() }).nullable(),
  declined: z.object({ at: z.string(), reason: z.string() }).nullable(),
  /** The payment plan's stages as they stand, in their order. */
  stages: z.array(stageView),
  /** The payment plan as it was entered, for the next version. Null for a deposit and the rest. */
  plan: planView.nullable(),
  /** When work started. In a state with a deposit cap, the balance can't be collected before then. */
  workStartedAt: z.string().nullable(),
  /**
   * When work was finished. From then on, the page asks the homeowner for the balance. Before that, it has only a link
   * for paying it early.
   */
  workDoneAt: z.string().nullable(),
  /** Whether the balance can't be paid until work starts, because the job's state limits deposits at this price. */
  balanceAwaitsWork: z.boolean(),
  sentAt: z.string(),
  validUntil: z.string(),
  viewCount: z.number().int(),
  firstViewedAt: z.string().nullable(),
  lastViewedAt: z.string().nullable(),
  url: z.string(),
});
export type EstimateListItem = z.infer<typeof estimateListItemView>;

export const estimateByIdInput = z.strictObject({ estimateId: estimateIdSchema });
export const workStartedInput = z.strictObject({ estimateId: estimateIdSchema, started: z.boolean() });
/** `message` replaces the set message to the homeowner (`workDoneMessage`). */
export const workDoneInput = z.strictObject({
  estimateId: estimateIdSchema,
  message: paragraph(MAX_WORK_MESSAGE).optional(),
});
export const workView = z.object({ workStartedAt: z.string().nullable(), workDoneAt: z.string().nullable() });

/** The number of days from an estimate's date to the last day when it can be accepted (spec, section 9). */
export const ESTIMATE_VALID_DAYS = 30;
