import { z } from 'zod';

/** A member of the company, for display. */
export const memberNameSchema = z.object({ userId: z.string(), name: z.string() });
export type MemberName = z.infer<typeof memberNameSchema>;
