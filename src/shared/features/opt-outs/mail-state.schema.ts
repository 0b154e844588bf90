import { z } from 'zod';

/**
 * Whether email may be sent to a lead. If not, `reason` says why. `canResume` means that the contractor may resume
 * email (C26). `stopped` means that the lead is opted out of email: the homeowner unsubscribed or reported spam, or the
 * contractor turned off email. The contractor can't undo such an opt-out.
 */
export const mailStateView = z.object({
  allowed: z.boolean(),
  reason: z.string().nullable(),
  canResume: z.boolean(),
  stopped: z.boolean(),
});
export type MailStateView = z.infer<typeof mailStateView>;
