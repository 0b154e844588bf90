import { z } from 'zod';
import { defineMessage } from '../../messages/define-message.ts';

export const companyCode = defineMessage({
  kind: 'company.code',
  label: 'Confirmation code',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, platform: true, ignoresOptOut: true },
  payload: z.object({ sealed: z.string() }),
  render: async () => (await import('./render-company-code.ts')).code,
});
