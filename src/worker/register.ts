import type { z } from 'zod';
import type { JobDeclaration } from '#shared/primitives/job.ts';

/** A job's optional result. 'again' requeues the job behind the waiting ones. */
export type JobEnd = 'again' | void;

/** Does one job's work. It must be safe to run twice and concurrently. */
export type JobHandler<Payload extends z.ZodType> = (payload: z.output<Payload>) => Promise<JobEnd>;

export interface BoundJob {
  name: string;
  /** Runs the job. Validates the payload first, because an older version of the code may have enqueued it. */
  run(data: unknown): Promise<JobEnd>;
}

/** Binds a handler to a job declaration. */
export const bindJob = <Name extends string, Payload extends z.ZodType>(
  job: JobDeclaration<Name, Payload>,
  handle: JobHandler<Payload>,
): BoundJob => ({ name: job.name, run: async (data) => handle(job.payload.parse(data)) });

/**
 * Returns a lookup of handlers by job name. Throws an Error with the job's name if a declared job has no handler or
 * more than one.
 */
export function registerJobs(
  declared: readonly Pick<JobDeclaration, 'name'>[],
  bound: readonly BoundJob[],
): (name: string) => BoundJob | undefined {
  const handlers = new Map<string, BoundJob>();
  for (const job of bound) {
    if (handlers.has(job.name)) throw new Error(`two handlers for the job '${job.name}'`);
    handlers.set(job.name, job);
  }
  const gap = declared.find(({ name }) => !handlers.has(name));
  if (gap) throw new Error(`no handler for the job '${gap.name}'`);
  return (name) => handlers.get(name);
}
