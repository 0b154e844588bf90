/**
 * Messages as sentences, one after another: the one place that adds their periods. Messages carry none of their own,
 * so that each fits a field and a toast too; one that does, or asks or exclaims, keeps its sign.
 */
export const sentences = (...messages: readonly string[]): string =>
  messages
    .map((message) => message.trim())
    .filter((message) => message !== '')
    .map((message) => (/[.!?\u2026]$/.test(message) ? message : `${message}.`))
    .join(' ');
