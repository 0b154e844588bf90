/**
 * Joins messages as sentences. This is the only place that adds their periods: messages have none of their own, so that
 * they also fit fields and toasts. An existing period, question mark or exclamation mark stays.
 */
export const sentences = (...messages: readonly string[]): string =>
  messages
    .map((message) => message.trim())
    .filter((message) => message !== '')
    .map((message) => (/[.!?\u2026]$/.test(message) ? message : `${message}.`))
    .join(' ');
