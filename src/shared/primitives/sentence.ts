/**
 * Joins messages as sentences. Messages have no final period, so that they also fit beside fields and in toasts. Only
 * this function adds periods. An existing period, question mark or exclamation mark stays.
 */
export const sentences = (...messages: readonly string[]): string =>
  messages
    .map((message) => message.trim())
    .filter((message) => message !== '')
    .map((message) => (/[.!?\u2026]$/.test(message) ? message : `${message}.`))
    .join(' ');
