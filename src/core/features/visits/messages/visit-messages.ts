import { z } from 'zod';
import { visitIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/** `sequence` is the visit's when the message was written. After a further change, the message isn't sent anymore. */
const payload = z.object({ visitId: visitIdSchema, sequence: z.number().int() });

/** Transactional (C23): a homeowner gets it because of the visit they have. The email has the calendar entry. */
const check = { windowed: true, asked: 'always', ignoresOptOut: true } as const;

/** Tells the homeowner that the visit is booked. */
export const visitBooked = defineMessage({
  kind: 'visit.booked',
  label: 'Visit booked',
  audience: 'homeowner',
  leavesNew: true,
  channel: ['email', 'sms'],
  check,
  payload,
  render: async () => (await import('./render-visit.tsx')).booked,
});

/** Tells the homeowner that the visit has a new time. */
export const visitMoved = defineMessage({
  kind: 'visit.moved',
  label: 'Visit moved',
  audience: 'homeowner',
  leavesNew: true,
  channel: ['email', 'sms'],
  check,
  payload,
  render: async () => (await import('./render-visit.tsx')).moved,
});

/** Tells the homeowner that the visit is canceled. */
export const visitCancelled = defineMessage({
  kind: 'visit.cancelled',
  label: 'Visit canceled',
  audience: 'homeowner',
  leavesNew: true,
  channel: ['email', 'sms'],
  check,
  payload,
  render: async () => (await import('./render-visit.tsx')).cancelled,
});

/** Reminds the homeowner of the visit, 24 hours and 2 hours before. Nobody asks for it, so opt-outs apply. */
export const visitReminder = defineMessage({
  kind: 'visit.reminder',
  label: 'Visit reminder',
  audience: 'homeowner',
  leavesNew: true,
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload,
  render: async () => (await import('./render-visit.tsx')).reminder,
});

/** Tells the contractor what a homeowner did with a visit. */
export const visitNotice = defineMessage({
  kind: 'visit.notice',
  label: 'Visit',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: payload.extend({ news: z.enum(['booked', 'moved', 'cancelled']) }),
  render: async () => (await import('./render-visit-notice.ts')).notice,
});
