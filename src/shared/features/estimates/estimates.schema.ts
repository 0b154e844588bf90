import { z } from 'zod';
import { isFeet } from '../../primitives/feet.ts';
import { leadIdSchema, materialIdSchema } from '../../primitives/ids.ts';
import { paragraph } from '../../primitives/text.ts';
import { FEET_HINT, GATES_HINT, MAX_GATES } from '../pricing/price.rules.ts';

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

export { FEET_HINT, GATES_HINT };

export const perimeterSchema = z.number(FEET_HINT).refine((value) => isFeet(value), FEET_HINT);
export const gateCountSchema = z.number(GATES_HINT).int(GATES_HINT).min(0, GATES_HINT).max(MAX_GATES, GATES_HINT);
export const MAX_TERMS = 20_000;
export const MAX_NOTES = 4_000;

export const estimatePreviewInput = z.strictObject({
  leadId: leadIdSchema,
  perimeter: perimeterSchema,
  materialId: materialIdSchema,
  gateCount: gateCountSchema,
  notes: paragraph(MAX_NOTES).optional(),
});
export type EstimatePreviewInput = z.infer<typeof estimatePreviewInput>;

export const estimateSendInput = estimatePreviewInput.extend({ terms: paragraph(MAX_TERMS).optional() });
export type EstimateSendInput = z.infer<typeof estimateSendInput>;

/** One priced line; `unitCents` per foot or per gate. */
export const estimateLineView = z.object({
  label: z.string(),
  quantity: z.string(),
  unitCents: z.number().int(),
  amountCents: z.number().int(),
});
export type EstimateLine = z.infer<typeof estimateLineView>;

/** What an estimate would say, stored nowhere; `number` is 'PREVIEW'. `validUntil` is a calendar day. */
export const estimatePreviewView = z.object({
  number: z.literal('PREVIEW'),
  totalCents: z.number().int(),
  depositCents: z.number().int(),
  lines: z.array(estimateLineView),
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
});

export const estimateListItemView = z.object({
  id: z.string(),
  number: z.string(),
  version: z.number().int(),
  status: estimateStatusSchema,
  totalCents: z.number().int(),
  perimeter: z.number(),
  gateCount: z.number().int(),
  materialType: z.string(),
  sentAt: z.string(),
  validUntil: z.string(),
  viewCount: z.number().int(),
  lastViewedAt: z.string().nullable(),
  url: z.string(),
});
export type EstimateListItem = z.infer<typeof estimateListItemView>;

/** Days from the date shown on an estimate to the last day on which it may be accepted (spec, section 9). */
export const ESTIMATE_VALID_DAYS = 30;
