interface LoggedError {
  type: string;
  message: string;
  code?: string | undefined;
  detail?: string | undefined;
  stack?: string | undefined;
  cause?: LoggedError | undefined;
}

/**
 * Returns the parts of an error that may be logged: type, message, code, stack and cause. Omits all other properties,
 * because Postgres errors contain row data such as names and email addresses. Only an AppError's `detail` is kept.
 */
export function errorForLog(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: "a value that isn't an Error was thrown" };
  const own = error as Error & { code?: unknown; detail?: unknown };
  return {
    type: error.name,
    message: error.message,
    code: typeof own.code === 'string' ? own.code : undefined,
    detail: error.name === 'AppError' && typeof own.detail === 'string' ? own.detail : undefined,
    stack: error.stack,
    cause: error.cause === undefined || depth > 3 ? undefined : errorForLog(error.cause, depth + 1),
  };
}
