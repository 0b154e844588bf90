import {
  ERROR_STATUS,
  type ErrorCode,
  type FieldErrors,
  type NextStep,
  UNEXPECTED,
} from '#shared/primitives/app-error.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { SECOND } from '#shared/primitives/durations.ts';
import { toast } from '../ui/toast.ts';
import { formatTime } from './dates.ts';
import { isSigningOut, leavePage } from './leaving.ts';

/**
 * A failed call's error, in a format that screens can show. The code 'OFFLINE' means that the server didn't respond.
 */
export interface Problem {
  code: ErrorCode | 'OFFLINE';
  /** A message for the user. */
  message: string;
  /** Maps the path of each invalid field (`steps.0.day`) to its error message. */
  fields: FieldErrors;
  /** The step that resolves the error, if the server names one. */
  nextStep?: NextStep | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isCode = (value: unknown): value is ErrorCode => typeof value === 'string' && Object.hasOwn(ERROR_STATUS, value);

const fieldsOf = (value: unknown): FieldErrors =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

const NEXT_STEPS: readonly unknown[] = [
  'choose_plan',
  'buy_credit',
  'upgrade',
  'confirm_email',
  'refresh',
] satisfies NextStep[];
const isNextStep = (value: unknown): value is NextStep => NEXT_STEPS.includes(value);

/** Returns the time when a rate-limited call may be retried (`Retry-After`), or null if the response doesn't say. */
const retryAt = (error: unknown): Date | null => {
  const meta = isRecord(error) && isRecord(error['meta']) ? error['meta'] : undefined;
  const response = meta?.['response'];
  const seconds = response instanceof Response ? Number(response.headers.get('Retry-After')) : 0;
  return seconds > 0 ? new Date(Date.now() + seconds * SECOND) : null;
};

const timed = (message: string, error: unknown): string => {
  const at = retryAt(error);
  return at ? sentences(message, `You can try again at ${formatTime(at)}`) : message;
};

/** Converts a failed call's error to a Problem. If our server didn't respond, the message is about the connection. */
export const problemOf = (error: unknown): Problem => {
  const data = isRecord(error) ? error['data'] : undefined;
  if (isRecord(data) && isCode(data['code']) && error instanceof Error) {
    const message = error.message || UNEXPECTED;
    return {
      code: data['code'],
      message: data['code'] === 'RATE_LIMITED' ? timed(message, error) : message,
      fields: fieldsOf(data['fields']),
      nextStep: isNextStep(data['nextStep']) ? data['nextStep'] : undefined,
    };
  }
  return navigator.onLine
    ? { code: 'PROVIDER_UNAVAILABLE', message: 'We couldn’t connect. Try again in a moment', fields: {} }
    : { code: 'OFFLINE', message: 'You’re offline. Nothing was sent. Try again when you’re back online', fields: {} };
};

/**
 * Returns true if there's no network, the server doesn't respond, or the server can't reach its database. In the last
 * case, the server says when to retry. Returns false if only a provider is unavailable, because that error's message is
 * meant for the user.
 */
export const isDown = (error: unknown): boolean => {
  const { code } = problemOf(error);
  const said = isRecord(error) && isRecord(error['data']) && isCode(error['data']['code']);
  return code === 'OFFLINE' || (code === 'PROVIDER_UNAVAILABLE' && (!said || retryAt(error) !== null));
};

/** Whether the call may succeed if it's retried soon. */
export const isPassing = (error: unknown): boolean =>
  ['PROVIDER_UNAVAILABLE', 'OFFLINE', 'UNKNOWN_ERROR'].includes(problemOf(error).code);

/** The label and URL of the page for confirming a company's email address. */
export const CONFIRM_EMAIL = { label: 'Confirm your email', to: '/dashboard?tab=admin&section=company' };

/**
 * Shows a toast that says what failed and why. `title` says what failed, in the spec's wording if the spec has one. If
 * an email address must be confirmed first, the toast has a button for that. Shows nothing if the session has ended.
 */
export const sayFailed = (title: string, error: unknown): void => {
  const { code, message, nextStep } = problemOf(error);
  if (code === 'UNAUTHENTICATED') return;
  const { label, to } = CONFIRM_EMAIL;
  // Imported on demand, so that code that only reads errors doesn't load the router.
  const go = () => void import('./router.tsx').then(({ navigate }) => navigate(to, { keepsTyping: true }));
  toast.error(title, { detail: message, action: nextStep === 'confirm_email' ? { label, onClick: go } : undefined });
};

/** Returns the URL of `/auth` with a link back to the current page. */
export const signInAddress = (): string => `/auth?next=${encodeURIComponent(location.pathname + location.search)}`;

type Say = (message: string) => void;
const places = new Set<Say>();

/**
 * Registers a screen that handles an ended session itself, so that the browser stays on the page. Returns a function
 * that unregisters it.
 */
export const saySignedOutHere = (say: Say): (() => void) => {
  places.add(say);
  return () => void places.delete(say);
};

/**
 * If the session has ended, goes to `/auth`, which returns to the same page after sign-in. If a screen has registered
 * with `saySignedOutHere`, tells that screen instead. The browser loads a new page, so that one account's data isn't in
 * memory when a different user signs in. `draft.ts` keeps typed values.
 */
export const leaveIfSignedOut = (error: unknown): void => {
  const { code, message } = problemOf(error);
  if (code !== 'UNAUTHENTICATED' || location.pathname === '/auth' || isSigningOut()) return;
  if (places.size === 0) leavePage(signInAddress());
  for (const say of places) say(message);
};
