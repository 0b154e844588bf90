import { z } from 'zod';

const counts = {
  /** How many answers were requested from the model. */
  answers: z.int(),
  /** How many answers were discarded because the model failed or the answer broke a rule. */
  notUsed: z.int(),
  /** Input and output tokens. */
  tokens: z.int(),
  /** The cost in millionths of a US dollar. An answer in progress is counted at its maximum cost. */
  costMicros: z.int(),
};

/**
 * `admin.agentCosts`: the sales agent's model costs this month, in total and for the companies with the highest costs.
 */
export const agentCostsView = z.object({
  /** Null if no model is configured. */
  model: z.string().nullable(),
  /** 'YYYY-MM', in UTC. */
  month: z.string(),
  ...counts,
  companies: z.array(z.object({ id: z.string(), name: z.string(), budgetCents: z.int(), ...counts })),
});
export type AgentCostsView = z.infer<typeof agentCostsView>;
