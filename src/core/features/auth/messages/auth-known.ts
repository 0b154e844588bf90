import { z } from 'zod';
import { defineMessage } from '../../messages/define-message.ts';

/** Emails an account's owner when someone tries to sign up with the account's email address. */
export const authKnown = defineMessage({
  kind: 'auth.known',
  label: 'Existing account notice',
  audience: 'contractor',
  channel: 'email',
  check: { windowed: false, platform: true, ignoresOptOut: true },
  payload: z.object({}),
  render: async () => (await import('./render-account.ts')).known,
});
