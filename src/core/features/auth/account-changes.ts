/** The contents of an 'auth.changed' email: an account change that the owner must know about. */
export const ACCOUNT_CHANGES = [
  'password',
  'email',
  'google',
  'totp-on',
  'totp-off',
  'recovery-code',
  'recovery-codes',
] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];
