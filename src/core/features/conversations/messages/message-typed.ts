import { z } from 'zod';
import { userIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/**
 * Messages typed by the contractor. They count as a person's answer (C23), unless they make an offer. The rules for
 * texts are in `typed-text.ts`.
 */
export const messageTyped = defineMessage({
  kind: 'message.typed',
  label: 'Personal',
  audience: 'homeowner',
  byPerson: true,
  channel: ['email', 'sms'],
  check: { windowed: false, typed: true, asked: 'answer', ignoresOptOut: true },
  payload: z.object({ text: z.string(), userId: userIdSchema.optional(), subject: z.string().optional() }),
  render: async () => (await import('./render-typed.ts')).typed,
});
