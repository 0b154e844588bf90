import { z } from 'zod';
import { changeIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

const payload = z.object({ changeId: changeIdSchema });

/** Sends the homeowner the link to a change that waits for a signature (C23: transactional). */
export const changeSent = defineMessage({
  kind: 'change.sent',
  label: 'Change to sign',
  audience: 'homeowner',
  byPerson: true,
  channel: ['email', 'sms'],
  check: { windowed: true, asked: 'request', ignoresOptOut: true },
  payload,
  render: async () => (await import('./render-change.tsx')).sent,
});

/** Sends the homeowner the copy of a change that counts: the signed one, or a credit. A text has the link to it. */
export const changeAgreed = defineMessage({
  kind: 'change.agreed',
  label: 'Copy of the change',
  audience: 'homeowner',
  channel: ['email', 'sms'],
  check: { windowed: true, asked: 'always', ignoresOptOut: true },
  payload,
  render: async () => (await import('./render-change.tsx')).agreed,
});

/** Tells the contractor that a change was signed or declined. */
export const changeNotice = defineMessage({
  kind: 'change.notice',
  label: 'Change answered',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, alwaysTexted: true, ignoresOptOut: true },
  payload,
  render: async () => (await import('./render-change-notice.ts')).notice,
});
