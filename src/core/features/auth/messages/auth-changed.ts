import { z } from 'zod';
import { defineMessage } from '../../messages/define-message.ts';

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
  check: { windowed: false, platform: true, ignoresOptOut: true },
  payload: z.object({ change: z.enum(ACCOUNT_CHANGES) }),
  render: async () => (await import('./render-account.ts')).changed,
});
