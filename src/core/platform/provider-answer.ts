import { SECOND } from '#shared/primitives/durations.ts';

/**
 * How long a provider may take to answer, in wall-clock milliseconds. A provider that sends its answer byte by byte
 * never triggers an idle timeout, so this separate limit is needed. It's less than half a send lease, and less than the
 * time that the worker has to stop.
 */
export const ANSWER_WITHIN = 12 * SECOND;

/**
 * The result of a send:
 * - accepted: the provider accepted the message, with the id `providerId`
 * - passing: the provider doesn't have the message, and a retry may succeed (T8)
 * - refused: the provider will never accept the message (T9)
 * - unknown: the request was sent, but no answer came, so the provider may have the message (T10)
 * - held: not sent because the provider is down or rejects every message from our account. `asked` says whether the
 *   provider was contacted
 * - not-begun: nothing was sent, because we canceled the send or missed the deadline. The provider isn't at fault
 *
 * `code` is the provider's error code, and `detail` is for the log. `about` is set only if the cause is certain. It's
 * 'account' if the cause is our account or sender, which affects all messages. It's 'recipient' if the cause is this
 * message's recipient.
 */
export type ProviderAnswer =
  | { kind: 'accepted'; providerId: string }
  | { kind: 'passing'; code: string | null; detail: string; about?: 'account' | 'recipient' }
  | { kind: 'refused'; code: string | null; detail: string }
  | { kind: 'unknown'; detail: string }
  | { kind: 'held'; asked: boolean }
  | { kind: 'not-begun' };
