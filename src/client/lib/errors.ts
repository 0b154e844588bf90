import { ERROR_STATUS, type ErrorCode, type FieldErrors, UNEXPECTED } from '#shared/primitives/app-error.ts';
import { toast } from '../ui/toast.ts';

/** A failed call as a screen needs it. `OFFLINE`: no answer came at all. */
export interface Problem {
  code: ErrorCode | 'OFFLINE';
  /** Fit for a person. */
  message: string;
  /** Path of each wrong field (`steps.0.day`) to its sentence. */
  fields: FieldErrors;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);

const fieldsOf = (value: unknown): FieldErrors =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

/** Reads what a call failed with; what is no answer of our server becomes a sentence about the connection. */
export const problemOf = (error: unknown): Problem => {
  const data = isRecord(error) ? error['data'] : undefined;
  if (isRecord(data) && isCode(data['code']) && error instanceof Error)
    return { code: data['code'], message: error.message || UNEXPECTED, fields: fieldsOf(data['fields']) };
  return navigator.onLine
    ? { code: 'PROVIDER_UNAVAILABLE', message: 'The server did not answer. Try again in a moment.', fields: {} }
    : { code: 'OFFLINE', message: 'You are offline. Nothing was sent. Try again when you are back.', fields: {} };
};

/** Whether the same call may work a moment later. */
export const isPassing = (error: unknown): boolean =>
  ['PROVIDER_UNAVAILABLE', 'OFFLINE', 'UNKNOWN_ERROR'].includes(problemOf(error).code);

/** Says in a toast what failed (a fixed string of the specification where there is one) and why. */
export const sayFailed = (title: string, error: unknown): void => {
  const { code, message } = problemOf(error);
  if (code !== 'UNAUTHENTICATED') toast.error(title, { detail: message });
};

/** `/auth` with the way back to where we are. */
export const signInAddress = (): string => `/auth?next=${encodeURIComponent(location.pathname + location.search)}`;

/**
 * An expired session leads to `/auth` and back to the same place (decisions.md). The page is left whole, so that
 * nothing of one account stays in memory for the next; what was being typed is kept by `draft.ts`.
 */
export const leaveIfSignedOut = (error: unknown): void => {
  if (location.pathname !== '/auth' && problemOf(error).code === 'UNAUTHENTICATED') location.assign(signInAddress());
};
