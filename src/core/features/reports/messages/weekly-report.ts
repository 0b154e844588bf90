import { z } from 'zod';
import { defineMessage } from '../../messages/define-message.ts';

/** The email about the figures that changed in a week. `from` and `to` are days in the company's time zone. */
export const weeklyReport = defineMessage({
  kind: 'weekly.report',
  label: 'Weekly figures',
  audience: 'contractor',
  channel: 'email',
  check: { windowed: false, ignoresOptOut: true },
  payload: z.object({ from: z.string(), to: z.string() }),
  render: async () => (await import('./render-weekly-report.tsx')).weekly,
});
