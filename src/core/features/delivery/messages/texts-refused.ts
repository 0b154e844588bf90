import { z } from 'zod';
import { defineMessage } from '../../messages/define-message.ts';

const refusal = z.object({
  why: z.enum(['filtered', 'unregistered']),
  /** Set only if a text was filtered as spam: the follow-up's `step` or the reminder's kind. */
  step: z.number().optional(),
  reminder: z.string().optional(),
});
export type Refusal = z.infer<typeof refusal>;

/**
 * Notifies the contractor that carriers are rejecting their texts (T9). The notice is sent only by email, because a
 * text would be rejected too.
 */
export const textsRefused = defineMessage({
  kind: 'texts.refused',
  label: 'Texts refused',
  audience: 'contractor',
  channel: 'email',
  check: { windowed: false, ignoresOptOut: true },
  payload: refusal,
  render: async () => (await import('./render-texts-refused.ts')).refused,
});
