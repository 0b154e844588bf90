import { z } from 'zod';
import { FUNNEL_PERIODS, REPORTED_STEPS } from './funnel.rules.ts';

/** `POST /api/widget/v1/steps`: a form's ticket, and how far its visitor got. */
export const widgetStepInput = z.object({ ticket: z.string().max(300), step: z.enum(REPORTED_STEPS) });

export const funnelInput = z.strictObject({ days: z.literal(FUNNEL_PERIODS) });

const counted = z.array(z.object({ name: z.string(), leads: z.number().int() }));

export const funnelView = z.object({
  seen: z.number().int(),
  started: z.number().int(),
  priced: z.number().int(),
  sent: z.number().int(),
  /** The first day that was counted, 'YYYY-MM-DD', if the period begins before it. */
  since: z.string().nullable(),
  /** Of the requests that the form brought in: the campaigns or sites before it. '' is none: the address typed or a link without a trace. */
  sources: counted,
  /** The pages with the form that they came from. */
  pages: counted,
});
export type FunnelView = z.infer<typeof funnelView>;
