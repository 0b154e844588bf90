import { sealedSecrets } from '../sealed-secrets.ts';
import { defineMessage } from '../../outbox/define-message.ts';

/** The email with a code and a link that confirm an address. */
export const authVerify = defineMessage({
  kind: 'auth.verify',
  label: 'Email confirmation',
  audience: 'contractor',
  channel: 'email',
  check: { windowed: false, platform: true, ignoresOptOut: true },
  payload: sealedSecrets,
  render: async () => (await import('./render-account.ts')).verify,
});
