import { z } from 'zod';

/**
 * Whether mail goes to a lead. `reason` says why not; `canResume`: the contractor may lift it (C26); `stopped`: the
 * homeowner wants no follow-ups, and nobody may lift that.
 */
export const mailStateView = z.object({
  allowed: z.boolean(),
  reason: z.string().nullable(),
  canResume: z.boolean(),
  stopped: z.boolean(),
});
export type MailStateView = z.infer<typeof mailStateView>;
