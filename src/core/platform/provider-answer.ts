import { SECOND } from '#shared/primitives/durations.ts';

/**
 * Real milliseconds within which a gateway must answer. A separate limit is necessary because a provider that trickles
 * data never triggers an idle timeout. It is at most half of a send lease, and half of the time that a process has to
 * stop.
 */
export const ANSWER_WITHIN = 12 * SECOND;

/**
 * The result of a send:
 * - accepted: the provider accepted it, with the id `providerId`
 * - passing: the provider doesn't have it, and a retry may succeed (T8)
 * - refused: the provider will never accept it (T9)
 * - unknown: the request was sent, but no answer came, so the provider may have it (T10)
 * - held: not sent because the provider is down or rejects our account, regardless of this message. `asked` is whether
 * the provider was contacted
 * - not-begun: nothing was sent, and the provider isn't at fault: we canceled it or missed the deadline
 * `code` is the provider's error code, and `detail` is for the log. `about` is set only if the cause is certain: our
 * account or sender (any message would fail), or this message's recipient.
 */
export type ProviderAnswer =
  | { kind: 'accepted'; providerId: string }
  | { kind: 'passing'; code: string | null; detail: string; about?: 'account' | 'recipient' }
  | { kind: 'refused'; code: string | null; detail: string }
  | { kind: 'unknown'; detail: string }
  | { kind: 'held'; asked: boolean }
  | { kind: 'not-begun' };
