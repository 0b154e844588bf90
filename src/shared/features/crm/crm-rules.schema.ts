import { z } from 'zod';
import { pipelineIdSchema } from '../../primitives/ids.ts';

const flags = {
  /** Creates a deal when an estimate is sent to a lead without one. */
  makeDeal: z.boolean(),
  /** Moves a deal forward when its lead's estimate is sent, accepted or paid. */
  followSent: z.boolean(),
  followAccepted: z.boolean(),
  followPaid: z.boolean(),
};

/**
 * The automatic rules for the company's deals. All are on by default. `pipelineId` is the pipeline for new deals. If
 * it's null, new deals are added to the first pipeline of the oldest organization. If there's no organization, no deal
 * is created.
 */
export const crmRulesView = z.object({ ...flags, pipelineId: pipelineIdSchema.nullable() });
export type CrmRulesView = z.infer<typeof crmRulesView>;

/** Missing fields stay unchanged. */
export const crmRulesInput = z.strictObject({
  makeDeal: flags.makeDeal.optional(),
  followSent: flags.followSent.optional(),
  followAccepted: flags.followAccepted.optional(),
  followPaid: flags.followPaid.optional(),
  pipelineId: pipelineIdSchema.nullable().optional(),
});
export type CrmRulesInput = z.infer<typeof crmRulesInput>;
