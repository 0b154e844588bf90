import { sealedSecrets } from '../sealed-secrets.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** Emails a link to set a new password. */
export const authReset = defineMessage({
  kind: 'auth.reset',
  label: 'Password reset link',
  audience: 'contractor',
  channel: 'email',
  check: { windowed: false, platform: true, ignoresOptOut: true },
  payload: sealedSecrets,
  render: async () => (await import('./render-account.ts')).reset,
});
