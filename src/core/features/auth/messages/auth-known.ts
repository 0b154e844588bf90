import { z } from 'zod';
import { defineMessage } from '../../outbox/define-message.ts';

/** Emails a person who tries to sign up with the email address of an existing account. */
export const authKnown = defineMessage({
  kind: 'auth.known',
  label: 'Existing account notice',
  audience: 'contractor',
  channel: 'email',
  check: { windowed: false, platform: true, ignoresOptOut: true },
  payload: z.object({}),
  render: async () => (await import('./render-account.ts')).known,
});
