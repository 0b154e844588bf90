import { z } from 'zod';
import { estimateIdSchema } from '#shared/primitives/ids.ts';
import { defineMessage } from '../../messages/define-message.ts';

/**
 * Sends the homeowner the estimate's link in a transactional email (C23). Within texting hours (C15), also sends it in
 * a text. `ended` names an event that stopped follow-ups before the estimate was sent. That event doesn't stop the text
 * (`whyTooLate`).
 */
export const estimateSent = defineMessage({
  kind: 'estimate.sent',
  label: 'Estimate',
  audience: 'homeowner',
  byPerson: true,
  channel: ['email', 'sms'],
  check: { windowed: true, asked: 'request', ignoresOptOut: true },
  payload: z.object({ estimateId: estimateIdSchema, ended: z.string().optional() }),
  render: async () => (await import('./render-estimate-sent.tsx')).sent,
});

/** Sends the signer the signed copy (C23). A text has the link to it. */
export const estimateSigned = defineMessage({
  kind: 'estimate.signed',
  label: 'Signed copy',
  audience: 'homeowner',
  channel: ['email', 'sms'],
  check: { windowed: true, asked: 'always', ignoresOptOut: true },
  payload: z.object({ estimateId: estimateIdSchema }),
  render: async () => (await import('./render-estimate-signed.tsx')).signed,
});

/** Notifies the contractor that the estimate was signed. */
export const estimateAccepted = defineMessage({
  kind: 'estimate.accepted',
  label: 'Estimate accepted',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, alwaysTexted: true, ignoresOptOut: true },
  payload: z.object({ estimateId: estimateIdSchema }),
  render: async () => (await import('./render-answer.ts')).accepted,
});

/** Notifies the contractor that the estimate was declined. */
export const estimateDeclined = defineMessage({
  kind: 'estimate.declined',
  label: 'Estimate declined',
  audience: 'contractor',
  channel: ['email', 'sms'],
  check: { windowed: true, ignoresOptOut: true },
  payload: z.object({ estimateId: estimateIdSchema }),
  render: async () => (await import('./render-answer.ts')).declined,
});

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
