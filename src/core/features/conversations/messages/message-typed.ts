import { z } from 'zod';
import { userIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../outbox/define-message.ts';

/** What the contractor types: an answer of a person to a person (C23), save an offer; texts are bound by `typed-text.ts`. */
export const messageTyped = defineMessage({
  kind: 'message.typed',
  label: 'Personal',
  audience: 'homeowner',
  channel: ['email', 'sms'],
  check: { windowed: false, typed: true, ignoresOptOut: true },
  payload: z.object({ text: z.string(), userId: userIdSchema.optional(), subject: z.string().optional() }),
  render: async () => (await import('./render-typed.ts')).typed,
});
