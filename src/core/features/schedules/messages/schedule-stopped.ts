import { z } from 'zod';
import { defineMessage } from '../../messages/define-message.ts';

export const scheduleStopped = defineMessage({
  kind: 'schedule.stopped',
  label: 'Follow-ups stopped',
  audience: 'contractor',
  channel: 'email',
  check: { windowed: false, ignoresOptOut: true },
  payload: z.object({ reason: z.string() }),
  render: async () => (await import('./render-schedule-stopped.tsx')).stopped,
});
