import { z } from 'zod';
import { type MessageChannel, messageChannelSchema } from '../follow-ups/follow-ups.schema.ts';
import { companyIdSchema } from '../../primitives/ids.ts';
import { defineJob } from '../../primitives/job.ts';

/**
 * One queue of wake-up jobs per channel, so that a slow mail server doesn't delay texts, and slow responses from Twilio
 * don't delay emails.
 */
export const MESSAGE_QUEUES = { sms: 'texts', email: 'mails' } as const satisfies Record<MessageChannel, string>;

/**
 * Sends a company's due messages on one channel. If `companyId` is 'platform', it sends the platform's own emails,
 * which don't belong to a company. The queue doesn't retry the job, because the messages are stored in Postgres and the
 * sweep enqueues the job again.
 */
export const drainCompanyJob = defineJob({
  name: 'drain',
  payload: z.object({
    companyId: z.union([z.literal('platform'), companyIdSchema]),
    channel: messageChannelSchema,
  }),
  attempts: 1,
});

/** All of this feature's jobs. The worker doesn't start if one has no handler. */
export const deliveryJobs = [drainCompanyJob] as const;
