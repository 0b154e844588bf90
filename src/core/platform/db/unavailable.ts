const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT']);
const SOCKET_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/**
 * Whether an error says that Postgres does not answer (stopped, starting, out of connections), so that the
 * request may be tried again, rather than that the statement was wrong. SQLSTATE classes 08, 53 and 57P0x.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if ('syscall' in error && SOCKET_CODES.has(code)) return true;
  if (code === 'ECONNRESET' || /^(08...|53...|57P0.)$/.test(code)) return true;
  return SOCKET_WORDS.test(error.message);
}
