import { z } from 'zod';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** Notifies the contractor of a question on the estimate page. `askedAt` is the question's time on the timeline. */
export const estimateQuestion = defineMessage({
  kind: 'estimate.question',
  label: 'Question',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({ estimateId: estimateIdSchema, askedAt: z.iso.datetime() }),
  render: async () => (await import('./render-answer.ts')).question,
});
