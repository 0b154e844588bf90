import type { StreamEnd } from '#core/features/auth/streams.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { memberProcedure } from './procedures.ts';
import { tracked, type TrackedEnvelope } from '@trpc/server';
import { z } from 'zod';

/**
 * The base of every subscription: a company procedure that lasts as long as the session. Adds `whileSignedIn`. The
 * stream is counted, and can be closed, before its first event, whatever its request headers (`streams.ts`).
 */
export const liveProcedure = memberProcedure.use(async ({ ctx, next, signal }) => {
  const sessionId = await ctx.sessionId();
  if (sessionId === null) throw new AppError('Please sign in', 'UNAUTHENTICATED');
  const { userId, companyId } = ctx;
  const ended = await ctx.deps.streams.open({ sessionId, userId, companyId, ...ctx.connection });
  const until = signal ? AbortSignal.any([signal, ended]) : ended;

  /**
   * Yields the events of `source` until the session or the connection ends. Throws UNAUTHENTICATED if the session ends.
   */
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

/** Output schema of a subscription: each event has an id (`tracked`) and is checked by `schema`. */
export const trackedStream = <T>(schema: z.ZodType<T>) =>
  z.custom<AsyncIterable<TrackedEnvelope<T>, void>>(isAsyncIterable).transform(async function* (events): AsyncGenerator<
    TrackedEnvelope<T>,
    void
  > {
    // a plain for-await loop closes the source however the loop ends
    for await (const [id, data] of events) yield tracked(id, schema.parse(data));
  });
