/**
 * Joins messages into sentences. Messages have no final period, so that they can also be shown beside fields and in
 * toasts. Only this function adds periods. It keeps an existing period, question mark or exclamation mark.
 */
export const sentences = (...messages: readonly string[]): string =>
  messages
    .map((message) => message.trim())
    .filter((message) => message !== '')
    .map((message) => (/[.!?\u2026]$/.test(message) ? message : `${message}.`))
    .join(' ');
