import { z } from 'zod';

/**
 * What every list by cursor takes: `cursor` is opaque, from the answer before. `direction` is added by tRPC's
 * own infinite queries and means nothing here: lists go forward only.
 */
export const pageFields = {
  cursor: z.string().max(2_000).nullish(),
  direction: z.enum(['forward', 'backward']).optional(),
};
