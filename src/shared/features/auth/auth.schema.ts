import { z } from 'zod';
import { email } from '../../primitives/text.ts';

export const roleSchema = z.enum(['admin', 'contractor', 'customer']);
export type Role = z.infer<typeof roleSchema>;

export const signInInput = z.strictObject({
  email,
  password: z.string('Enter your password').min(1, 'Enter your password').max(1000, 'Use at most 1,000 characters'),
});

/** Who is signed in and for which company; null where nobody is. */
export const sessionView = z
  .object({
    user: z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      avatarUrl: z.string().nullable(),
      roles: z.array(roleSchema),
    }),
    company: z.object({ id: z.string(), name: z.string(), contractorId: z.string() }).nullable(),
  })
  .nullable();
export type SessionView = z.infer<typeof sessionView>;
