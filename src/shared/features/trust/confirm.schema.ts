import { z } from 'zod';

/** The details that a company can confirm with a six-digit code: its email address, or the phone for notices. */
export const proofSchema = z.enum(['email', 'notifyPhone']);
export type Proof = z.infer<typeof proofSchema>;

export const requestConfirmationInput = z.strictObject({ what: proofSchema });
export type RequestConfirmationInput = z.infer<typeof requestConfirmationInput>;

/**
 * Where the code is sent. `dueAt` (ISO 8601) is set if a text with the code must wait for texting hours. Otherwise,
 * it's null.
 */
export const requestConfirmationView = z.object({ sentTo: z.string(), dueAt: z.string().nullable() });
export type RequestConfirmationView = z.infer<typeof requestConfirmationView>;

/** Spaces and hyphens in the typed code are removed. */
export const confirmInput = z.strictObject({
  what: proofSchema,
  code: z
    .string('Enter the six-digit code')
    .transform((value) => value.replace(/[\s-]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/, 'Enter the six-digit code')),
});
export type ConfirmInput = z.infer<typeof confirmInput>;
