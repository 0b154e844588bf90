import { z } from 'zod';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../outbox/define-message.ts';

/** Sends the signer the signed copy (C23). */
export const estimateSigned = defineMessage({
  kind: 'estimate.signed',
  label: 'Signed copy',
  audience: 'homeowner',
  channel: 'email',
  check: { windowed: true, asked: 'always', ignoresOptOut: true },
  payload: z.object({ estimateId: estimateIdSchema }),
  render: async () => (await import('./render-estimate.ts')).signed,
});
