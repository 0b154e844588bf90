/** What an 'auth.changed' tells: something about the account that its owner must hear of. */
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
