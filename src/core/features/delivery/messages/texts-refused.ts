import { z } from 'zod';
import { defineMessage } from '../../outbox/define-message.ts';

const refusal = z.object({
  why: z.enum(['filtered', 'unregistered']),
  /** Which text was filtered as spam: a follow-up (its `step`) or a reminder (its kind). */
  step: z.number().optional(),
  reminder: z.string().optional(),
});
export type Refusal = z.infer<typeof refusal>;

/**
 * Notifies the contractor that carriers refuse their texts (T9). Sent only by email, because a text would be refused
 * too.
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
