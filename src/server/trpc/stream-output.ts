import { tracked, type TrackedEnvelope } from '@trpc/server';
import { z } from 'zod';

const isAsyncIterable = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Output schema of a subscription whose every event has an id (`tracked`) and is checked by `schema`. */
export const trackedStream = <T>(schema: z.ZodType<T>) =>
  z.custom<AsyncIterable<TrackedEnvelope<T>, void>>(isAsyncIterable).transform(async function* (events): AsyncGenerator<
    TrackedEnvelope<T>,
    void
  > {
    // a plain for await: its end, however it comes, ends the source too
    for await (const [id, data] of events) yield tracked(id, schema.parse(data));
  });
