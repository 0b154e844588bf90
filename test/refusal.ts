import { TRPCClientError } from '@trpc/client';
import { TRPCError } from '@trpc/server';
import { sayTrpcError } from '../src/server/trpc/error-mapping.ts';
import type { AppRouter } from '../src/server/trpc/root.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';

/** Returns the error of a call as the server sent it. Throws if the call succeeded. */
export async function refusal(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCClientError)) throw new Error('it was not refused');
  const refused = error as TRPCClientError<AppRouter>;
  return { message: refused.message, data: refused.data };
}

/** Returns the code of a call's error, for calls over HTTP and for direct callers. Throws if the call succeeded. */
export async function refusalOf(
  work: Promise<unknown>,
): Promise<{ code: string; message: string; fields?: FieldErrors | undefined }> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof TRPCClientError)
    return { code: (error as TRPCClientError<AppRouter>).data?.code ?? '', message: error.message };
  if (error instanceof TRPCError) return sayTrpcError(error);
  throw new Error('it was not refused');
}
