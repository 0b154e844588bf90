import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { ProviderAnswer } from '../../../platform/provider-answer.ts';
import { isAccountFault } from '../../../platform/twilio.ts';
import { bounceKind } from '../../opt-outs/bounce.rules.ts';
import type { MessageProvider } from '../../permission/message-provider.ts';

/** So many failures in a row, and nothing more is asked of a provider for a while. */
export const FAILURES_TO_OPEN = 5;
export const FIRST_PAUSE = 15 * SECOND;
const LONGEST_PAUSE = 5 * MINUTE;

/** What a provider's answer says of the provider itself. 'account': our sign-in or account is at fault (T9). */
export type ProviderSign = 'well' | 'failing' | 'account';

/** A provider's breaker; instants in real time. `openedAt` null: it is well. */
export interface BreakerState {
  failures: number;
  openedAt: Date | null;
  openUntil: Date | null;
  /** Tries in a row that found it still down. */
  pauses: number;
  cause: Exclude<ProviderSign, 'well'> | null;
  code: string | null;
  /** Who tries holds it until then. */
  probeUntil: Date | null;
  /** The message of the last failure that counted. */
  failedFor: string | null;
  alertedAt: Date | null;
  openings: number;
}

export type ProviderEvent =
  | { sign: 'well' }
  /** `probe`: it was the try of an open breaker; `message`: which one was asked for. */
  | { sign: 'failing' | 'account'; code: string | null; probe: boolean; message: string };

/** `first`, twice as long, … at most 5 minutes; with a wrong sign-in 5 minutes at once, for a person must mend it. */
const pauseAfter = (pauses: number, cause: 'failing' | 'account', first: number): number =>
  cause === 'account' ? LONGEST_PAUSE : Math.min(LONGEST_PAUSE, first * 2 ** Math.min(pauses, 10));

/**
 * The breaker after an answer. Success closes it; what was under way when it opened changes nothing more. One message
 * that fails again and again is one failure: it may be its own fault.
 * `firstPause`: real milliseconds.
 */
export function afterAnswer(
  state: BreakerState,
  event: ProviderEvent,
  now: Date,
  firstPause = FIRST_PAUSE,
): BreakerState {
  if (event.sign === 'well') return { ...CLOSED, openings: state.openings };
  const { sign, code, probe, message: failedFor } = event;
  if (state.openedAt === null && sign === 'failing' && failedFor === state.failedFor) return { ...state, code };
  const failures = state.failures + 1;
  if (state.openedAt === null) {
    if (sign === 'failing' && failures < FAILURES_TO_OPEN) return { ...state, failures, code, failedFor };
    const openUntil = new Date(now.getTime() + pauseAfter(0, sign, firstPause));
    const openings = state.openings + 1;
    return { ...state, failures, code, failedFor, cause: sign, openedAt: now, openUntil, pauses: 0, openings };
  }
  if (!probe) return { ...state, failures };
  const pauses = state.pauses + 1;
  const openUntil = new Date(now.getTime() + pauseAfter(pauses, sign, firstPause));
  return { ...state, failures, code, cause: sign, pauses, openUntil, probeUntil: null };
}

const CLOSED: Omit<BreakerState, 'openings'> = {
  failures: 0,
  openedAt: null,
  openUntil: null,
  pauses: 0,
  cause: null,
  code: null,
  probeUntil: null,
  failedFor: null,
  alertedAt: null,
};

/** One number's own queue is full (T11): Twilio is well. */
const ONE_SENDER = new Set(['21611', '30001']);
/** The mailbox is busy; the server is well. */
const ONE_MAILBOX = new Set(['450', '452']);

/**
 * What an answer says of the provider. Whatever it refuses for good it has at least answered; a request that left
 * and had no answer is a failure, because each more of them may become one that nobody knows the fate of (T10).
 */
export function signOf(provider: MessageProvider, answer: ProviderAnswer): ProviderSign {
  if (answer.kind === 'unknown') return 'failing';
  if (answer.kind !== 'passing') return 'well';
  if (answer.about !== undefined) return answer.about === 'account' ? 'account' : 'well';
  if (answer.code === null) return 'failing';
  const { code } = answer;
  if (provider === 'twilio') {
    if (isAccountFault(code)) return 'account';
    return ONE_SENDER.has(code) ? 'well' : 'failing';
  }
  return bounceKind(answer) !== null || (ONE_MAILBOX.has(code) && !/4\.[37]\.\d/.test(answer.detail))
    ? 'well'
    : 'failing';
}

/** A connection that was never made, in the words of Node and nodemailer. */
const NO_CONNECTION = /^E[A-Z_]+$/;

/**
 * Whether a try that did not succeed says nothing of the message that made it, so that it is not counted as one of
 * its tries: our account is at fault, or nobody was there to be asked.
 */
export const isNotItsFault = (sign: ProviderSign, code: string | null): boolean =>
  sign === 'account' || (sign === 'failing' && code !== null && NO_CONNECTION.test(code));
