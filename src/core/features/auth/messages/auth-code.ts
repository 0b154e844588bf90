import { sealedSecrets } from '../sealed-secrets.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** Emails a code and a link for signing in. */
export const authCode = defineMessage({
  kind: 'auth.code',
  label: 'Sign-in code',
  audience: 'contractor',
  channel: 'email',
  check: { windowed: false, platform: true, ignoresOptOut: true },
  payload: sealedSecrets,
  render: async () => (await import('./render-account.ts')).code,
});
