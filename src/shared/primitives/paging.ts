import { z } from 'zod';

/**
 * The input of every paged list. `cursor` is opaque and comes from the previous response. tRPC's infinite queries add
 * `direction`, which is ignored because lists go forward only.
 */
export const pageFields = {
  cursor: z.string().max(2_000).nullish(),
  direction: z.enum(['forward', 'backward']).optional(),
};
