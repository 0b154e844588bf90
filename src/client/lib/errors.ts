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
import { leavePage } from './leaving.ts';

/** A failed call as a screen needs it. `OFFLINE`: no answer came at all. */
export interface Problem {
  code: ErrorCode | 'OFFLINE';
  /** Fit for a person. */
  message: string;
  /** Path of each wrong field (`steps.0.day`) to its sentence. */
  fields: FieldErrors;
  /** What fixes it, where the server says so. */
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

const NEXT_STEPS: readonly unknown[] = ['choose_plan', 'buy_credit', 'upgrade', 'confirm_email'] satisfies NextStep[];
const isNextStep = (value: unknown): value is NextStep => NEXT_STEPS.includes(value);

/** When a call that was one too many may be tried again (`Retry-After`); null where the answer doesn't say. */
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

/** Reads what a call failed with; what is no answer of our server becomes a sentence about the connection. */
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
 * Whether nobody is there to answer: no network, no server, or one that can't reach its database and says when to come
 * back. Not a provider of ours that doesn't answer: that is for the person to hear.
 */
export const isDown = (error: unknown): boolean => {
  const { code } = problemOf(error);
  const said = isRecord(error) && isRecord(error['data']) && isCode(error['data']['code']);
  return code === 'OFFLINE' || (code === 'PROVIDER_UNAVAILABLE' && (!said || retryAt(error) !== null));
};

/** Whether the same call may work a moment later. */
export const isPassing = (error: unknown): boolean =>
  ['PROVIDER_UNAVAILABLE', 'OFFLINE', 'UNKNOWN_ERROR'].includes(problemOf(error).code);

/** Where a company's email address is confirmed, and the words that lead there. */
export const CONFIRM_EMAIL = { label: 'Confirm your email', to: '/dashboard?tab=admin&section=company' };

/**
 * Says in a toast what failed (a fixed string of the specification where there is one) and why, with a button to what
 * fixes it where an address must be confirmed first.
 */
export const sayFailed = (title: string, error: unknown): void => {
  const { code, message, nextStep } = problemOf(error);
  if (code === 'UNAUTHENTICATED') return;
  const { label, to } = CONFIRM_EMAIL;
  // by name: what only reads errors needs no page
  const go = () => void import('./router.tsx').then(({ navigate }) => navigate(to, { keepsTyping: true }));
  toast.error(title, { detail: message, action: nextStep === 'confirm_email' ? { label, onClick: go } : undefined });
};

/** `/auth` with the way back to where we are. */
export const signInAddress = (): string => `/auth?next=${encodeURIComponent(location.pathname + location.search)}`;

type Say = (message: string) => void;
const places = new Set<Say>();

/** While it stands, a screen says itself that nobody is signed in, and nobody is led away. Answers how to end it. */
export const saySignedOutHere = (say: Say): (() => void) => {
  places.add(say);
  return () => void places.delete(say);
};

/**
 * An expired session leads to `/auth` and back to the same place (decisions.md). The page is left whole, so that
 * nothing of one account stays in memory for the next; what was being typed is kept by `draft.ts`.
 */
export const leaveIfSignedOut = (error: unknown): void => {
  const { code, message } = problemOf(error);
  if (code !== 'UNAUTHENTICATED' || location.pathname === '/auth') return;
  if (places.size === 0) leavePage(signInAddress());
  for (const say of places) say(message);
};
