import type { TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import { isDatabaseUnavailable } from '#core/platform/db/unavailable.ts';
import { AppError, type ErrorCode, type FieldErrors, type NextStep, UNEXPECTED } from '#shared/primitives/app-error.ts';

/** The parts of an error that are sent to clients. */
export interface SaidError {
  code: ErrorCode;
  message: string;
  fields?: FieldErrors | undefined;
  retryAfter?: number | undefined;
  nextStep?: NextStep | undefined;
  missing?: readonly string[] | undefined;
}

/**
 * Converts any error to one that is safe to show to the user. An unknown error becomes UNKNOWN_ERROR without its
 * message.
 */
export function sayError(error: unknown): SaidError {
  if (error instanceof AppError)
    return {
      code: error.code,
      message: error.message,
      fields: error.fields,
      retryAfter: error.retryAfter,
      nextStep: error.nextStep,
      missing: error.missing,
    };
  if (isDatabaseUnavailable(error))
    return { code: 'PROVIDER_UNAVAILABLE', message: 'The service is restarting. Try again in a moment', retryAfter: 2 };
  return { code: 'UNKNOWN_ERROR', message: UNEXPECTED };
}

/** Converts a tRPC error. Only invalid input becomes VALIDATION_FAILED, because invalid output is a server error. */
export function sayTrpcError(error: TRPCError): SaidError {
  if (error.cause instanceof ZodError && error.code === 'BAD_REQUEST') return sayInvalid(error.cause);
  // a URL with invalid encoding, such as '%ff'
  if (error.cause instanceof URIError) return { code: 'APP_ERROR', message: 'We couldn’t read the request' };
  if (error.cause && error.code === 'INTERNAL_SERVER_ERROR') return sayError(error.cause);
  switch (error.code) {
    case 'INTERNAL_SERVER_ERROR':
      return { code: 'UNKNOWN_ERROR', message: UNEXPECTED };
    case 'NOT_FOUND':
      return { code: 'NOT_FOUND', message: 'We couldn’t find this page' };
    case 'PAYLOAD_TOO_LARGE':
      return { code: 'APP_ERROR', message: 'That request is too large' };
    default:
      return { code: 'APP_ERROR', message: 'We couldn’t read the request' };
  }
}

/** The maximum number of field errors. No form has this many fields. Further errors are omitted. */
const MOST_FIELDS = 100;

/** Converts a validation error. Each field gets its first error. The first of these errors is also the message. */
export function sayInvalid(error: ZodError): SaidError {
  const fields: FieldErrors = {};
  const faults = error.issues.slice(0, MOST_FIELDS).flatMap((issue) => {
    const names =
      issue.code === 'unrecognized_keys'
        ? issue.keys.slice(0, MOST_FIELDS).map((key) => [...issue.path, key])
        : [issue.path];
    return names.map((name) => [name.join('.'), sentence(issue)] as const);
  });
  for (const [name, words] of faults.slice(0, MOST_FIELDS)) fields[name] ??= words;
  return { code: 'VALIDATION_FAILED', message: Object.values(fields)[0] ?? 'Check what you entered', fields };
}

// detects Zod's default messages, which describe types. Our schemas' own messages say what to do
const ZOD_DEFAULT = /^(Invalid (input|option|string|value)|Unrecognized key|Too (small|big))/;

function sentence(issue: ZodError['issues'][number]): string {
  if (issue.code === 'unrecognized_keys') return 'This field doesn’t exist';
  if (!ZOD_DEFAULT.test(issue.message)) return issue.message;
  return 'Check this value';
}
