import { z } from 'zod';
import { dealIdSchema, userIdSchema } from '../../primitives/ids.ts';
import { DEAL_RULES } from './deal-rules.ts';

export const dealHistoryInput = z.strictObject({ dealId: dealIdSchema, cursor: z.string().nullish() });

export const DEAL_EVENTS = ['created', 'moved', 'lost', 'reopened', 'owner', 'expected_close', 'amount'] as const;
export type DealEventKind = (typeof DEAL_EVENTS)[number];

/**
 * An entry in a deal's history. `from` and `to` are formatted for display. They're stages for 'moved', names for
 * 'owner', days for 'expected_close', and amounts for 'amount'. For 'created' and 'reopened', `to` is the stage. For
 * 'lost', `to` is the reason. If an estimate event caused the change, `rule` is that event. `by` is the member who made
 * the change, or who sent the estimate.
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
