import { z } from 'zod';
import { sealedSecrets } from '../sealed-secrets.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** Account emails come from the platform, so a company's trust level and opt-outs don't matter. */
const check = { windowed: false, platform: true, ignoresOptOut: true } as const;

/** Emails a code and a link to confirm an email address. */
export const authVerify = defineMessage({
  kind: 'auth.verify',
  label: 'Email confirmation',
  audience: 'contractor',
  channel: 'email',
  check,
  payload: sealedSecrets,
  render: async () => (await import('./render-account.ts')).verify,
});

/** Emails an account's owner when someone tries to sign up with the account's email address. */
export const authKnown = defineMessage({
  kind: 'auth.known',
  label: 'Existing account notice',
  audience: 'contractor',
  channel: 'email',
  check,
  payload: z.object({}),
  render: async () => (await import('./render-account.ts')).known,
});

/** Emails a code and a link for signing in. */
export const authCode = defineMessage({
  kind: 'auth.code',
  label: 'Sign-in code',
  audience: 'contractor',
  channel: 'email',
  check,
  payload: sealedSecrets,
  render: async () => (await import('./render-account.ts')).code,
});

/** Emails a link to set a new password. */
export const authReset = defineMessage({
  kind: 'auth.reset',
  label: 'Password reset link',
  audience: 'contractor',
  channel: 'email',
  check,
  payload: sealedSecrets,
  render: async () => (await import('./render-account.ts')).reset,
});

/** The account changes that an 'auth.changed' email can report. */
const ACCOUNT_CHANGES = [
  'password',
  'email',
  'google',
  'totp-on',
  'totp-off',
  'recovery-code',
  'recovery-codes',
] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];

/** Emails the owner about a change to their account. */
export const authChanged = defineMessage({
  kind: 'auth.changed',
  label: 'Account change notice',
  audience: 'contractor',
  channel: 'email',
  check,
  payload: z.object({ change: z.enum(ACCOUNT_CHANGES) }),
  render: async () => (await import('./render-account.ts')).changed,
});
