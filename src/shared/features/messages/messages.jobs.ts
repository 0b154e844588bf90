import { z } from 'zod';
import { companyIdSchema } from '../../primitives/ids.ts';
import { defineJob } from '../../primitives/job.ts';

/** The queue that carries the bell. */
export const MESSAGES_QUEUE = 'messages';

/**
 * 'This company has something due', or the platform itself, whose own mails belong to no company. Tried once: the rows in Postgres are the truth, and the sweep rings again
 * for whatever a lost or failed job left.
 */
export const drainCompanyJob = defineJob({
  name: 'drain',
  payload: z.object({ companyId: z.union([z.literal('platform'), companyIdSchema]) }),
  attempts: 1,
});

/** Every job of this feature; the worker refuses to start where one has no handler. */
export const messageJobs = [drainCompanyJob] as const;
