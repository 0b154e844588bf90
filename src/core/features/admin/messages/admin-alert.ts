import { z } from 'zod';
import { defineMessage } from '../../messages/define-message.ts';

const alertSchema = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('provider'),
    provider: z.enum(['twilio', 'smtp']),
    cause: z.enum(['failing', 'account']),
    code: z.string().nullable(),
    since: z.iso.datetime(),
  }),
  z.object({ what: z.literal('texts-paused'), company: z.string(), code: z.string() }),
  z.object({ what: z.literal('template-stopped'), company: z.string(), code: z.string() }),
  z.object({ what: z.literal('new-people'), people: z.int() }),
]);
/** The contents of an alert. It may name a company, but contains nothing about the company's customers. */
export type AlertPayload = z.infer<typeof alertSchema>;

/** An email from the platform to its admins. */
export const adminAlert = defineMessage({
  kind: 'admin.alert',
  label: 'Alert',
  audience: 'contractor',
  channel: 'email',
  check: { windowed: false, ignoresOptOut: true },
  payload: alertSchema,
  render: async () => (await import('./render-alert.ts')).alert,
});
