import type { z } from 'zod';
import type { JobDeclaration } from '#shared/primitives/job.ts';

/** A job's optional result: 'again', to be requeued behind those that wait. */
export type JobEnd = 'again' | void;

/** Does one job's work. Safe to run twice and concurrently. */
export type JobHandler<Payload extends z.ZodType> = (payload: z.output<Payload>) => Promise<JobEnd>;

export interface BoundJob {
  name: string;
  /** Parses the payload before use: it may have been queued by last week's code. */
  run(data: unknown): Promise<JobEnd>;
}

/** Joins a declaration and its handler. */
export const bindJob = <Name extends string, Payload extends z.ZodType>(
  job: JobDeclaration<Name, Payload>,
  handle: JobHandler<Payload>,
): BoundJob => ({ name: job.name, run: async (data) => handle(job.payload.parse(data)) });

/** Finds handlers by name. Throws an Error that names the job where a declared one has no handler, or two. */
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
