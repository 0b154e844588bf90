import { z } from 'zod';

export const smsRegistrationSchema = z.enum(['none', 'pending', 'approved', 'rejected']);
export type SmsRegistration = z.infer<typeof smsRegistrationSchema>;

/** The company as its contractor sees it. `timeZone` is an IANA name; `logoUrl` is a whole address, and stays good. */
export const companyView = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  postalAddress: z.string().nullable(),
  timeZone: z.string(),
  contractorId: z.string(),
  logoUrl: z.string().nullable(),
  smsRegistration: smsRegistrationSchema,
});
export type CompanyView = z.infer<typeof companyView>;

export const termsView = z.object({ text: z.string() });
