import { z } from 'zod';
import { type MessageChannel, messageChannelSchema } from '../follow-ups/follow-ups.schema.ts';
import { companyIdSchema } from '../../primitives/ids.ts';
import { defineJob } from '../../primitives/job.ts';

/** The queues of wake-up jobs, one per channel: a slow mail server must not delay a text, nor Twilio an email. */
export const MESSAGE_QUEUES = { sms: 'texts', email: 'mails' } as const satisfies Record<MessageChannel, string>;

/**
 * The company has something due on the channel; or the platform, whose own emails belong to no company. Tried once: the
 * rows in Postgres are authoritative, and the sweep enqueues the job again if it is lost or fails.
 */
export const drainCompanyJob = defineJob({
  name: 'drain',
  payload: z.object({
    companyId: z.union([z.literal('platform'), companyIdSchema]),
    channel: messageChannelSchema,
  }),
  attempts: 1,
});

/** All jobs of this feature. The worker doesn't start if one has no handler. */
export const deliveryJobs = [drainCompanyJob] as const;
