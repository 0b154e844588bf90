import { z } from 'zod';
import { ACCOUNT_CHANGES } from '../account-changes.ts';
import { defineMessage } from '../../outbox/define-message.ts';

/** An account change that the owner must know about. */
export const authChanged = defineMessage({
  kind: 'auth.changed',
  label: 'Change of the account',
  audience: 'contractor',
  channel: 'email',
  check: { windowed: false, platform: true, ignoresOptOut: true },
  payload: z.object({ change: z.enum(ACCOUNT_CHANGES) }),
  render: async () => (await import('./render-account.ts')).changed,
});
