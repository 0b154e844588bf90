import { z } from 'zod';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/**
 * `position` is the stage's in the plan, from 1. `since` is the instant from which it's due, in ISO 8601. After a change
 * of either, the message isn't sent anymore. `day` counts the days since then.
 */
const payload = z.object({
  estimateId: estimateIdSchema,
  position: z.number().int(),
  since: z.string(),
  day: z.number().int(),
});

/** Transactional (C23): a homeowner gets it because of the job they signed for. Opt-outs from texts apply. */
const check = { windowed: true, ignoresOptOut: true } as const;

/** Asks for a stage of the payment plan that has become due. */
export const stageDue = defineMessage({
  kind: 'stage.due',
  label: 'Payment request',
  audience: 'homeowner',
  channel: ['email', 'sms'],
  check,
  payload,
  render: async () => (await import('./render-stage.tsx')).request,
});

/** Reminds of a due stage, 3, 7 and 14 days later. */
export const stageReminder = defineMessage({
  kind: 'stage.reminder',
  label: 'Payment reminder',
  audience: 'homeowner',
  channel: ['email', 'sms'],
  check,
  payload,
  render: async () => (await import('./render-stage.tsx')).reminder,
});

/** Tells the homeowner that the work is done, in the contractor's or the set words, and asks for what is due. */
export const workDone = defineMessage({
  kind: 'work.done',
  label: 'Work done',
  audience: 'homeowner',
  byPerson: true,
  channel: ['email', 'sms'],
  check,
  /** `doneAt` is when it was marked as done, in ISO 8601. `message` is null for the set words. */
  payload: z.object({ estimateId: estimateIdSchema, doneAt: z.string(), message: z.string().nullable() }),
  render: async () => (await import('./render-stage.tsx')).done,
});
