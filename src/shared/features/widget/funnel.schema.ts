import { z } from 'zod';
import { FUNNEL_PERIODS, REPORTED_STEPS } from './funnel.rules.ts';

/** `POST /api/widget/v1/steps`: a form's ticket and the step that the visitor reached. */
export const widgetStepInput = z.object({ ticket: z.string().max(300), step: z.enum(REPORTED_STEPS) });

export const funnelInput = z.strictObject({ days: z.literal(FUNNEL_PERIODS) });

const counted = z.array(z.object({ name: z.string(), leads: z.number().int() }));

export const funnelView = z.object({
  seen: z.number().int(),
  started: z.number().int(),
  priced: z.number().int(),
  sent: z.number().int(),
  /** The first day with counts, as 'YYYY-MM-DD'. Set only if the period begins before that day. */
  since: z.string().nullable(),
  /**
   * The sources of the visitors who sent requests: a campaign or another site. '' means a direct visit or an unknown
   * source.
   */
  sources: counted,
  /** The pages that the requests were sent from. */
  pages: counted,
});
export type FunnelView = z.infer<typeof funnelView>;
