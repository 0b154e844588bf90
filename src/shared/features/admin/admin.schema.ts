import { z } from 'zod';
import { roleSchema } from '../auth/auth.schema.ts';
import { subscriptionTierSchema } from '../billing/billing.schema.ts';
import { smsRegistrationSchema } from '../company/company.schema.ts';
import { companyIdSchema, userIdSchema } from '../../primitives/ids.ts';
import { phone } from '../../primitives/phone.ts';
import { clearable, line, optional } from '../../primitives/text.ts';
import { adminFailureView } from './admin-failures.schema.ts';
import { REJECTION_MISSING } from './admin.limits.ts';

const cursor = z.string().max(400).optional();

/** `search` covers names, email addresses and contractor ids. */
export const adminListInput = z.strictObject({ search: optional(z.string().trim().max(200)), cursor }).default({});
export type AdminListInput = z.infer<typeof adminListInput>;
export const adminPageInput = z.strictObject({ cursor }).default({});

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

export const adminUserView = z.object({
  id: z.string(),
  email: z.string(),
  name: z.string(),
  roles: z.array(roleSchema),
  /** Whether the email address is confirmed. If not, the user can't sign in or become an admin. */
  confirmed: z.boolean(),
  twoFactor: z.boolean(),
  /** The number of the user's current sessions. */
  sessions: z.int(),
  company: z.object({ id: z.string(), name: z.string() }).nullable(),
  createdAt: z.string(),
});
export type AdminUserView = z.infer<typeof adminUserView>;
export const adminUsersView = listOf(adminUserView);

export const setRoleInput = z.strictObject({ userId: userIdSchema, role: roleSchema, granted: z.boolean() });
export type SetRoleInput = z.infer<typeof setRoleInput>;
export const adminUserInput = z.strictObject({ userId: userIdSchema });
export const endedSessionsView = z.object({ ended: z.int() });

/** A company's current access, and the reason for it. Instants are ISO 8601. */
const planView = z.object({
  /** Null if the company has no plan. */
  tier: subscriptionTierSchema.nullable(),
  until: z.string().nullable(),
  pastDue: z.boolean(),
});

export const adminCompanyView = z.object({
  id: z.string(),
  name: z.string(),
  contractorId: z.string(),
  /** An IANA time zone name. */
  timeZone: z.string(),
  owner: z.object({ email: z.string(), name: z.string() }),
  plan: planView,
  quotesLeft: z.int(),
  /** At most MOST_LEADS_COUNTED + 1, which means more than MOST_LEADS_COUNTED. */
  leads: z.int(),
  smsRegistration: smsRegistrationSchema,
  createdAt: z.string(),
});
export type AdminCompanyView = z.infer<typeof adminCompanyView>;
export const adminCompaniesView = listOf(adminCompanyView);

const ledgerEntry = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.string(),
  delta: z.int(),
  reason: z.string(),
  lead: z.string().nullable(),
});

export const adminCompanyDetailView = adminCompanyView.extend({
  email: z.string(),
  phone: z.string().nullable(),
  stripeConnected: z.boolean(),
  subscription: z.object({
    /** The subscription status that Stripe last reported. Null if it never reported one. */
    stripeStatus: z.string().nullable(),
    customerId: z.string().nullable(),
    subscriptionId: z.string().nullable(),
    cancelAtPeriodEnd: z.boolean(),
    creditsLeft: z.int(),
    freeUntil: z.string().nullable(),
    freeGrantedBy: z.string().nullable(),
    freeGrantedAt: z.string().nullable(),
  }),
  sms: z.object({
    from: z.string().nullable(),
    registration: smsRegistrationSchema,
    rejectionReason: z.string().nullable(),
    /**
     * When carriers began to refuse the company's texts, and the error code (T9). Null if carriers accept the texts.
     */
    pausedAt: z.string().nullable(),
    pauseCode: z.string().nullable(),
  }),
  /** The 20 newest entries in the lead credit ledger. */
  ledger: z.array(ledgerEntry),
  /** The company's 10 newest failed or unconfirmed messages. */
  failures: z.array(adminFailureView),
});
export type AdminCompanyDetailView = z.infer<typeof adminCompanyDetailView>;

export const adminCompanyInput = z.strictObject({ companyId: companyIdSchema });

/** A missing `smsFrom` leaves the company's number unchanged. Null or '' removes it. A rejection requires a reason. */
export const setSmsInput = z
  .strictObject({
    companyId: companyIdSchema,
    smsFrom: clearable(phone),
    registration: smsRegistrationSchema,
    reason: optional(line('the reason', 300)),
  })
  .refine(({ registration, reason }) => registration !== 'rejected' || reason !== undefined, {
    path: ['reason'],
    message: REJECTION_MISSING,
  });
export type SetSmsInput = z.infer<typeof setSmsInput>;

/** `until` is the last day ('YYYY-MM-DD' in the company's time zone) or an exact instant (ISO 8601). */
export const grantFreeAccessInput = z.strictObject({
  companyId: companyIdSchema,
  until: z.union([z.iso.date(), z.iso.datetime({ offset: true })], 'Choose a day'),
});
export type GrantFreeAccessInput = z.infer<typeof grantFreeAccessInput>;
