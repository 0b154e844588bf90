import { z } from 'zod';
import { defineMessage } from '../../messages/define-message.ts';
import { FOLLOW_UP } from '../../messages/registry.ts';

/** A step of a lead's follow-ups. Its row has the template, and the thread has the words that were sent. */
export const followUp = defineMessage({
  kind: FOLLOW_UP,
  label: 'Follow-up',
  audience: 'homeowner',
  channel: ['sms', 'email'],
  check: { windowed: true, ignoresOptOut: false, commercial: true },
  payload: z.object({}),
  render: async () => ({ lockSeries: (await import('./lock-follow-ups.ts')).lockFollowUps }),
});
