import { SECOND } from '#shared/primitives/durations.ts';

/**
 * Real milliseconds within which a gateway answers, whatever its provider does: a provider that trickles data never
 * triggers an idle timeout. At most half of a send lease, and of the time a process has to stop.
 */
export const ANSWER_WITHIN = 12 * SECOND;

/**
 * The result of a send:
 * - accepted: the provider has it, under `providerId`
 * - passing: it certainly doesn't have it, and a retry may succeed (T8)
 * - refused: it will never accept it (T9)
 * - unknown: the request was sent and no answer came; it may have it (T10)
 * - held: not sent because the provider is down, regardless of this message. `asked` if this message was the probe
 * - not-begun: nothing was sent, through no fault of the provider: we canceled it or were too late
 * `code` is the provider's own; `detail` is for the log. `about`, if certain: our account or sender, whichever message
 * it was, or this message's recipient only.
 */
export type ProviderAnswer =
  | { kind: 'accepted'; providerId: string }
  | { kind: 'passing'; code: string | null; detail: string; about?: 'account' | 'recipient' }
  | { kind: 'refused'; code: string | null; detail: string }
  | { kind: 'unknown'; detail: string }
  | { kind: 'held'; asked: boolean }
  | { kind: 'not-begun' };
