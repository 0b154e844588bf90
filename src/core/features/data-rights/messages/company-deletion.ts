import { z } from 'zod';
import { defineMessage } from '../../messages/define-message.ts';

const payload = z.object({
  state: z.enum(['requested', 'canceled', 'done']),
  company: z.string(),
  by: z.string(),
  day: z.string(),
});
export type DeletionNotice = z.output<typeof payload>;

/** Tells an owner that the company will be deleted, that it won't be, or that it was. `day` is the day, as text. */
export const companyDeletion = defineMessage({
  kind: 'company.deletion',
  label: 'Company deletion notice',
  audience: 'contractor',
  channel: 'email',
  check: { windowed: false, platform: true, ignoresOptOut: true },
  payload,
  render: async () => (await import('./render-company-deletion.ts')).deletion,
});
