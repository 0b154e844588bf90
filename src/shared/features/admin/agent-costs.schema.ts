import { z } from 'zod';

const counts = {
  /** How often the model was asked for an answer. */
  answers: z.int(),
  /** How many of them weren't used, because the model failed or said what it must not. */
  notUsed: z.int(),
  /** Read and written. */
  tokens: z.int(),
  /** Millionths of a US dollar. An answer that is being written counts at the most that it can cost. */
  costMicros: z.int(),
};

/** `admin.agentCosts`: what the sales agent's model has cost this month, in all and for the most expensive companies. */
export const agentCostsView = z.object({
  /** Null if none is connected. */
  model: z.string().nullable(),
  /** 'YYYY-MM', in UTC. */
  month: z.string(),
  ...counts,
  companies: z.array(z.object({ id: z.string(), name: z.string(), budgetCents: z.int(), ...counts })),
});
export type AgentCostsView = z.infer<typeof agentCostsView>;
