import { z } from 'zod';
import { isBase64 } from '../../primitives/base64.ts';
import { companyIdSchema, uuidSchema } from '../../primitives/ids.ts';
import { email, line } from '../../primitives/text.ts';
import { TEAM_ROLES } from '../team/roles.rules.ts';
import { newPassword, passwordProblem } from './password.rules.ts';

export const roleSchema = z.enum(['admin', 'contractor', 'customer']);
export type Role = z.infer<typeof roleSchema>;

/**
 * The purposes of emailed codes and links and of unfinished sign-ins. A code for one purpose isn't valid for another.
 */
export type CodePurpose = 'verify' | 'sign-in' | 'reset' | 'email-change' | 'totp';

export type AvatarType = 'image/png' | 'image/jpeg';
/** The maximum size of an account image, in bytes after decoding. */
export const AVATAR_BYTES = 204_800;

const givenPassword = z
  .string('Enter your password')
  .min(1, 'Enter your password')
  .max(1000, 'Use at most 1,000 characters');

/** Six digits. Typed spaces and hyphens are removed. */
const code = z
  .string('Enter the six-digit code')
  .transform((value) => value.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six-digit code'));

/** A code from the authenticator app, or one of the recovery codes. */
const secondFactor = z
  .string('Enter the code')
  .transform((value) => value.replace(/[\s-]/g, '').toLowerCase())
  .pipe(z.string().regex(/^(\d{6}|[a-z2-7]{16})$/, 'Enter the six-digit code from your app, or a recovery code'));

const token = z
  .string('This link is incomplete. Copy all of it')
  .min(1, 'This link is incomplete. Copy all of it')
  .max(200, 'This link is incomplete. Copy all of it');

const notTheAddress = (input: { email: string; password: string }, context: z.RefinementCtx): void => {
  const problem = passwordProblem(input.password, input.email);
  if (problem !== null) context.addIssue({ code: 'custom', path: ['password'], message: problem });
};

export const signUpInput = z
  .strictObject({
    email,
    password: newPassword,
    name: line('your name', 200),
    companyName: z.preprocess(
      (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
      line('your company’s name', 120).optional(),
    ),
  })
  .superRefine(notTheAddress);

export const signInInput = z.strictObject({ email, password: givenPassword });

export const addressInput = z.strictObject({ email });
export const signInWithCodeInput = z.strictObject({ email, code });
export const signInWithLinkInput = z.strictObject({ token });
export const signInWithTotpInput = z.strictObject({ challenge: token, code: secondFactor });

/**
 * Confirms an email address with the emailed code, or with the token from the emailed link. `password` is the password
 * typed at sign-up, if the browser still has it. It replaces any stored password.
 */
export const verifyEmailInput = z.union([
  z.strictObject({ token, password: newPassword.optional() }),
  z.strictObject({ email, code, password: newPassword.optional() }),
]);

export const resetPasswordInput = z.strictObject({ token, password: newPassword });

/**
 * A change to the user's own account. Missing fields stay unchanged. A new password requires the current one. A new
 * email address takes effect only after the user confirms it. If `avatarBase64` is null, the image is removed.
 */
export const updateUserInput = z.strictObject({
  name: line('your name', 200).optional(),
  email: email.optional(),
  avatarBase64: z
    .string()
    .max(Math.ceil(AVATAR_BYTES / 3) * 4, 'Choose an image that’s 200 kB or smaller')
    .refine(isBase64, 'Choose a PNG or JPG image')
    .nullable()
    .optional(),
  newPassword: newPassword.optional(),
  currentPassword: givenPassword.optional(),
});
export type UpdateUserInput = z.infer<typeof updateUserInput>;

export const totpSetupInput = z.strictObject({ currentPassword: givenPassword.optional() }).optional();
export const totpEnableInput = z.strictObject({ code });
export const secondFactorInput = z.strictObject({ code: secondFactor });
export const endSessionInput = z.strictObject({ id: uuidSchema() });

const signedIn = z.object({
  user: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    avatarUrl: z.string().nullable(),
    roles: z.array(roleSchema),
  }),
  /** The company that the open dashboard belongs to. `timeZone` is an IANA name. */
  company: z
    .object({
      id: z.string(),
      name: z.string(),
      contractorId: z.string(),
      timeZone: z.string(),
      role: z.enum(TEAM_ROLES),
    })
    .nullable(),
});

/** The signed-in user and company. Null if signed out. */
export const sessionView = signedIn
  .extend({
    /** All companies that the user belongs to, in the order they joined. */
    companies: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(TEAM_ROLES) })),
  })
  .nullable();
export type SessionView = z.infer<typeof sessionView>;

/**
 * The response to a correct password, code or link: the session, or 'totp' if a second factor is required. The client
 * sends `challenge` to `signInWithTotp` within 5 minutes.
 */
export const signInAnswer = z.union([signedIn, z.object({ next: z.literal('totp'), challenge: z.string() })]);
export type SignInAnswer = z.infer<typeof signInAnswer>;

/**
 * The response to a sign-up. It's the same whether or not the email address has an account, so that it doesn't reveal
 * who has an account.
 */
export const checkMailAnswer = z.object({ next: z.literal('verify') });

/** Null if the user confirmed a changed email address in a browser where they aren't signed in. */
export const verifyEmailAnswer = signInAnswer.nullable();

/** The user's own account, for the settings screen. */
export const accountView = z.object({
  user: signedIn.shape.user,
  /** A new email address that the user hasn't confirmed yet. */
  pendingEmail: z.string().nullable(),
  hasPassword: z.boolean(),
  googleLinked: z.boolean(),
  totpEnabled: z.boolean(),
  recoveryCodesLeft: z.int(),
});
export type AccountView = z.infer<typeof accountView>;

export const totpSetupView = z.object({
  /** The TOTP secret in Base32, for manual entry. */
  secret: z.string(),
  /** An `otpauth://` URI, for a QR code. */
  uri: z.string(),
});

/** Recovery codes are shown only once, because only their hashes are stored. */
export const recoveryCodesView = z.object({ recoveryCodes: z.array(z.string()) });

export const sessionsView = z.array(
  z.object({
    id: z.string(),
    current: z.boolean(),
    userAgent: z.string(),
    createdAt: z.string(),
    /** When the session was last used, rounded to the hour. */
    lastSeenAt: z.string(),
  }),
);
export type SessionsView = z.infer<typeof sessionsView>;

export const switchCompanyInput = z.strictObject({ companyId: companyIdSchema });

/** The sign-in options, visible without a session. */
export const authOptions = z.object({ googleSignIn: z.boolean() });
