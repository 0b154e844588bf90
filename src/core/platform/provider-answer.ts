/**
 * What a provider made of a message:
 * - accepted: it has it, under `providerId`
 * - passing: it certainly has not got it, and may be asked again later (T8)
 * - refused: it will never take it (T9)
 * - unknown: the request left and no answer came; it may or may not have it (T10)
 * `code` is the provider's own; `detail` is for the log.
 */
export type ProviderAnswer =
  | { kind: 'accepted'; providerId: string }
  | { kind: 'passing'; code: string | null; detail: string }
  | { kind: 'refused'; code: string | null; detail: string }
  | { kind: 'unknown'; detail: string };
