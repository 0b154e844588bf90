import { z } from 'zod';
import { type MessageChannel, messageChannelSchema } from '../follow-ups/follow-ups.schema.ts';
import { companyIdSchema } from '../../primitives/ids.ts';
import { defineJob } from '../../primitives/job.ts';

/** The queues that carry the bell, one for each channel: a slow mail server must not hold up a text, nor Twilio a mail. */
export const MESSAGE_QUEUES = { sms: 'texts', email: 'mails' } as const satisfies Record<MessageChannel, string>;

/**
 * 'This company has something due' of that channel, or the platform itself, whose own mails belong to no company. Tried
 * once: the rows in Postgres are the truth, and the sweep rings again for whatever a lost or failed job left.
 */
export const drainCompanyJob = defineJob({
  name: 'drain',
  payload: z.object({
    companyId: z.union([z.literal('platform'), companyIdSchema]),
    channel: messageChannelSchema,
  }),
  attempts: 1,
});

/** Every job of this feature; the worker refuses to start where one has no handler. */
export const deliveryJobs = [drainCompanyJob] as const;
