import { z } from 'zod';
import { dealIdSchema, userIdSchema } from '../../primitives/ids.ts';
import { DEAL_RULES } from './deal-rules.ts';

export const dealHistoryInput = z.strictObject({ dealId: dealIdSchema, cursor: z.string().nullish() });

export const DEAL_EVENTS = ['created', 'moved', 'lost', 'reopened', 'owner', 'expected_close', 'amount'] as const;
export type DealEventKind = (typeof DEAL_EVENTS)[number];

/**
 * What happened to a deal. `from` and `to` are texts for display: stages for 'moved', names for 'owner', days for
 * 'expected_close', amounts for 'amount'; `to` is the stage for 'created' and 'reopened', and the reason for 'lost'.
 * `rule` is the event of an estimate that caused it; `by` is the member who did it, or whose sending caused it.
 */
export const dealEventView = z.object({
  id: z.string(),
  kind: z.enum(DEAL_EVENTS),
  at: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  rule: z.enum(DEAL_RULES).nullable(),
  by: z.object({ userId: userIdSchema, name: z.string() }).nullable(),
});
export type DealEventView = z.infer<typeof dealEventView>;

export const dealHistoryView = z.object({ items: z.array(dealEventView), nextCursor: z.string().nullable() });
