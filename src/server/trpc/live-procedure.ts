import type { StreamEnd } from '#core/features/auth/streams.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { memberProcedure } from './procedures.ts';
import { tracked, type TrackedEnvelope } from '@trpc/server';
import { z } from 'zod';

/**
 * A contractor at work, for as long as the session lives: every subscription is one. Adds `whileSignedIn`. The stream is
 * counted and can be cut from before its first event on, whatever headers it was opened with (`streams.ts`).
 */
export const liveProcedure = memberProcedure.use(async ({ ctx, next, signal }) => {
  const sessionId = await ctx.sessionId();
  if (sessionId === null) throw new AppError('Please sign in', 'UNAUTHENTICATED');
  const { userId, companyId } = ctx;
  const ended = await ctx.deps.streams.open({ sessionId, userId, companyId, ...ctx.connection });
  const until = signal ? AbortSignal.any([signal, ended]) : ended;

  /** The events of `source` until the session, or the connection, ends. Throws UNAUTHENTICATED for the former. */
  async function* whileSignedIn<Event>(
    source: (until: AbortSignal) => AsyncIterable<Event>,
  ): AsyncGenerator<Event, void> {
    yield* source(until);
    if ((ended.reason as StreamEnd | undefined) === 'signed-out')
      throw new AppError('You’re signed out. Please sign in', 'UNAUTHENTICATED');
  }
  return next({ ctx: { whileSignedIn } });
});

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
