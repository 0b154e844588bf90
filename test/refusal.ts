import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../src/server/trpc/root.ts';

/** What a call was refused with, as it left the server. Throws where it wasn't refused. */
export async function refusal(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCClientError)) throw new Error('it was not refused');
  const refused = error as TRPCClientError<AppRouter>;
  return { message: refused.message, data: refused.data };
}
