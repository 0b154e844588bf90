import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../src/server/trpc/root.ts';

/** The error of a call, as the server sent it. Throws if the call succeeded. */
export async function refusal(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCClientError)) throw new Error('it was not refused');
  const refused = error as TRPCClientError<AppRouter>;
  return { message: refused.message, data: refused.data };
}
