const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT']);
const SOCKET_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/**
 * Whether Postgres rolled the transaction back because of a concurrent transaction. This is a serialization failure or
 * a deadlock (SQLSTATE 40001 or 40P01). A retry can succeed.
 */
export const isUndoneByAnother = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');

const OUT_OF_TIME = new Set<unknown>(['57014', '55P03', '25P03']);

/**
 * Whether a statement, a lock wait or an idle transaction timed out (SQLSTATE 57014, 55P03 or 25P03). A retry may
 * succeed.
 */
export const isOutOfTime = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && OUT_OF_TIME.has(error.code);

/** Whether the error is transient and wasn't caused by the statement. A retry may succeed. */
export const isPassingFault = (error: unknown): boolean =>
  isDatabaseUnavailable(error) || isUndoneByAnother(error) || isOutOfTime(error);

/** Whether Postgres rejected a value (SQLSTATE class 22). A retry can't succeed. */
export const isBadData = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^22...$/.test(error.code);

/**
 * Whether Postgres is unavailable: stopped, starting or out of connections (SQLSTATE classes 08, 53 and 57P0x). A retry
 * can succeed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if ('syscall' in error && SOCKET_CODES.has(code)) return true;
  if (code === 'ECONNRESET' || /^(08...|53...|57P0.)$/.test(code)) return true;
  return SOCKET_WORDS.test(error.message);
}
