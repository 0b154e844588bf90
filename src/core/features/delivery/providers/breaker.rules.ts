import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import type { ProviderAnswer } from '../../../platform/provider-answer.ts';
import { isAccountFault } from '../../../platform/twilio.ts';
import { bounceKind } from '../../opt-outs/bounce.rules.ts';
import type { MessageProvider } from '../../permission/message-provider.ts';

/** The number of consecutive failures after which a provider is paused. */
export const FAILURES_TO_OPEN = 5;
export const FIRST_PAUSE = 15 * SECOND;
const LONGEST_PAUSE = 5 * MINUTE;

/**
 * A provider's health, as indicated by its response. 'account' means that our credentials or account are at fault (T9).
 */
export type ProviderSign = 'well' | 'failing' | 'account';

/** A provider's circuit breaker state, in wall-clock time. `openedAt` is null while the provider is available. */
export interface BreakerState {
  failures: number;
  openedAt: Date | null;
  openUntil: Date | null;
  /** The number of consecutive failed probes. */
  pauses: number;
  cause: Exclude<ProviderSign, 'well'> | null;
  code: string | null;
  /** When the current probe expires. */
  probeUntil: Date | null;
  /** The message that caused the last counted failure. */
  failedFor: string | null;
  alertedAt: Date | null;
  openings: number;
}

export type ProviderEvent =
  | { sign: 'well' }
  /**
   * `probe` is set if the message was sent to probe the provider while the breaker was open. `message` identifies the
   * message.
   */
  | { sign: 'failing' | 'account'; code: string | null; probe: boolean; message: string };

/**
 * Returns how long a pause lasts. The first pause lasts `first` milliseconds. Each further pause lasts twice as long,
 * up to 5 minutes. If our credentials are invalid, every pause lasts 5 minutes, because a person must correct them.
 */
const pauseAfter = (pauses: number, cause: 'failing' | 'account', first: number): number =>
  cause === 'account' ? LONGEST_PAUSE : Math.min(LONGEST_PAUSE, first * 2 ** Math.min(pauses, 10));

/**
 * Returns the breaker's state after an answer. A success closes the breaker. While the breaker is open, a failure
 * extends the pause only if it's the answer to a probe. Other failures come from messages that were already being sent
 * when the breaker opened. Repeated failures of one message count only once, because the message itself may be at
 * fault. `firstPause` is in wall-clock milliseconds.
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

/** Error codes for a full queue at a single sender number (T11). Twilio itself is available. */
const ONE_SENDER = new Set(['21611', '30001']);
/** Error codes for a single busy mailbox. The mail server itself is available. */
const ONE_MAILBOX = new Set(['450', '452']);

/**
 * Returns what an answer says about the provider's health. A permanent refusal counts as a success, because the
 * provider answered. An answer that leaves the message's outcome unknown (T10) counts as a failure.
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

/** Matches the error codes of Node and nodemailer for connections that couldn't be opened. */
const NO_CONNECTION = /^E[A-Z_]+$/;

/**
 * Whether something other than the message caused the failure: our account is at fault, or the provider couldn't be
 * reached.
 */
export const isNotItsFault = (sign: ProviderSign, code: string | null): boolean =>
  sign === 'account' || (sign === 'failing' && code !== null && NO_CONNECTION.test(code));
