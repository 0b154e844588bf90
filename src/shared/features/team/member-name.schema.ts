import { z } from 'zod';

/** A company member's id and name, for display. */
export const memberNameSchema = z.object({ userId: z.string(), name: z.string() });
export type MemberName = z.infer<typeof memberNameSchema>;
