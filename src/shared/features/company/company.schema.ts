import { z } from 'zod';

export const smsRegistrationSchema = z.enum(['none', 'pending', 'approved', 'rejected']);
export type SmsRegistration = z.infer<typeof smsRegistrationSchema>;

/** The company as shown to its contractor. `timeZone` is an IANA name. `logoUrl` is a permanent, complete URL. */
export const companyView = z.object({
  name: z.string(),
  /** The email address currently in use. */
  email: z.string(),
  /** Whether the email address in use is confirmed. */
  emailConfirmed: z.boolean(),
  /** A new email address that takes effect once its code is entered (`company.confirm`). */
  pendingEmail: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  postalAddress: z.string().nullable(),
  timeZone: z.string(),
  contractorId: z.string(),
  logoUrl: z.string().nullable(),
  smsRegistration: smsRegistrationSchema,
  /** Five-digit ZIP codes of the service area, in ascending order. The hosted page shows them. */
  serviceZips: z.array(z.string()),
  /** Office hours in the contractor's own words. Empty if not given. */
  hours: z.string(),
  /**
   * Whether new leads are assigned in turn to members with the sales role. Without such members, they're assigned to
   * the owners.
   */
  assignInTurn: z.boolean(),
  /** Whether the company gets the weekly email about changes in its figures. */
  weeklyReport: z.boolean(),
});
export type CompanyView = z.infer<typeof companyView>;

/**
 * The terms in English and in Spanish. `spanish` is the text that Spanish estimates use, even if the contractor hasn't
 * written Spanish terms.
 */
export const termsView = z.object({ text: z.string(), spanish: z.string() });
export type TermsView = z.infer<typeof termsView>;
