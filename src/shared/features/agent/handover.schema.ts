import { z } from 'zod';

const line = z.string().max(400);

/**
 * The English summary for the contractor when the agent hands over a conversation. Each field is one line. `reach` is
 * how to reach the homeowner, `why` is why a person must answer, and `said` is the homeowner's last message, shortened.
 */
export const handoverSummary = z.object({ reach: line, fence: line, price: line, why: line, said: line });
export type HandoverSummary = z.infer<typeof handoverSummary>;
