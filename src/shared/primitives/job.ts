import type { z } from 'zod';

/**
 * A job's declaration for both sides. The name is stored in the queue: renaming a job strands its waiting instances.
 */
export interface JobDeclaration<Name extends string = string, Payload extends z.ZodType = z.ZodType> {
  name: Name;
  /** Ids only; the rows are authoritative. Parsed again before use, because an older version may have enqueued it. */
  payload: Payload;
  /** How often the queue itself tries; 1 if a sweep enqueues the job again. */
  attempts: number;
}

/** Declares a job once, so that the code that enqueues it and its handler share the types. */
export const defineJob = <Name extends string, Payload extends z.ZodType>(
  job: JobDeclaration<Name, Payload>,
): JobDeclaration<Name, Payload> => job;
