import { z } from 'zod';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** Sends the signer the signed copy (C23). A text has the link to it. */
export const estimateSigned = defineMessage({
  kind: 'estimate.signed',
  label: 'Signed copy',
  audience: 'homeowner',
  channel: ['email', 'sms'],
  check: { windowed: true, asked: 'always', ignoresOptOut: true },
  payload: z.object({ estimateId: estimateIdSchema }),
  render: async () => (await import('./render-estimate.ts')).signed,
});
