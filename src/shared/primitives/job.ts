import type { z } from 'zod';

/** A job as both sides know it. The name is stored in the queue: a renamed job strands those already waiting. */
export interface JobDeclaration<Name extends string = string, Payload extends z.ZodType = z.ZodType> {
  name: Name;
  /** Ids only; the row carries the truth. Parsed again before use: last week's code may have queued it. */
  payload: Payload;
  /** How often the queue itself tries; 1 where a sweep rings again. */
  attempts: number;
}

/** Declares a job once, so that who queues it and who handles it are typed from the same place. */
export const defineJob = <Name extends string, Payload extends z.ZodType>(
  job: JobDeclaration<Name, Payload>,
): JobDeclaration<Name, Payload> => job;
