import { sealedSecrets } from '../sealed-secrets.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** Emails a code and a link to confirm an email address. */
export const authVerify = defineMessage({
  kind: 'auth.verify',
  label: 'Email confirmation',
  audience: 'contractor',
  channel: 'email',
  check: { windowed: false, platform: true, ignoresOptOut: true },
  payload: sealedSecrets,
  render: async () => (await import('./render-account.ts')).verify,
});
