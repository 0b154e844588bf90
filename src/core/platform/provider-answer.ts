import { SECOND } from '#shared/primitives/durations.ts';

/**
 * Real milliseconds within which a gateway answers, whatever its provider does: one that sends a word now and then keeps
 * every timeout of a silent connection from ending. Not more than half of a send lease, nor than a process has to stop.
 */
export const ANSWER_WITHIN = 12 * SECOND;

/**
 * What a provider made of a message:
 * - accepted: it has it, under `providerId`
 * - passing: it certainly has not got it, and may be asked again later (T8)
 * - refused: it will never take it (T9)
 * - unknown: the request left and no answer came; it may or may not have it (T10)
 * - held: it has not got it, and that is nothing about this message: the provider as a whole is down. `asked` where
 *   this message was the one that tried
 * - not-begun: nothing of it left, and the provider has no part in that: we called it off, or came to it too late
 * `code` is the provider's own; `detail` is for the log. `about`, where it is certain: our account or sender, whichever
 * message it came for, or this message's recipient alone.
 */
export type ProviderAnswer =
  | { kind: 'accepted'; providerId: string }
  | { kind: 'passing'; code: string | null; detail: string; about?: 'account' | 'recipient' }
  | { kind: 'refused'; code: string | null; detail: string }
  | { kind: 'unknown'; detail: string }
  | { kind: 'held'; asked: boolean }
  | { kind: 'not-begun' };
