import type { z } from 'zod';

/**
 * The declaration of a job, shared by the code that enqueues it and its handler. The queue stores the job's name. If a
 * job is renamed, jobs with the old name that are still in the queue never run.
 */
export interface JobDeclaration<Name extends string = string, Payload extends z.ZodType = z.ZodType> {
  name: Name;
  /**
   * The schema of the job's payload. A payload only says what to work on, for example by ids. The handler reads
   * everything else from the database. It parses the payload again, because an older version of the code may have
   * enqueued the job.
   */
  payload: Payload;
  /** How many times the queue tries the job. Set to 1 if a sweep enqueues the job again. */
  attempts: number;
}

/** Declares a job. The code that enqueues it and the handler share this declaration, so their types match. */
export const defineJob = <Name extends string, Payload extends z.ZodType>(
  job: JobDeclaration<Name, Payload>,
): JobDeclaration<Name, Payload> => job;
