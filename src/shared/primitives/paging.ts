import { z } from 'zod';

/**
 * Input fields for every paged list. `cursor` is an opaque string from the previous response. tRPC's infinite queries
 * add `direction`, which is ignored because lists only go forward.
 */
export const pageFields = {
  cursor: z.string().max(2_000).nullish(),
  direction: z.enum(['forward', 'backward']).optional(),
};
