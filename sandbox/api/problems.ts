import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { z } from 'zod';
import { AppError, invalid } from '#shared/primitives/app-error.ts';

/** Returns the valid input, or throws a 422 with a message for each field. */
export function parsed<S extends z.ZodType>(schema: S, input: unknown): z.infer<S> {
  const result = schema.safeParse(input ?? {});
  if (result.success) return result.data;
  throw invalid(
    Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.') || 'body', issue.message])),
  );
}

export const nothingHere: RequestHandler = (request, response) => {
  response
    .status(404)
    .json({ error: { code: 'NOT_FOUND', message: `The sandbox has nothing at ${request.method} ${request.path}` } });
};

/**
 * The body of an error response: `{error: {code, message, fields?}}`. The format is the same as for the product's plain
 * HTTP errors.
 */
export const answerProblem: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (response.headersSent) {
    next(error);
    return;
  }
  const problem = error instanceof AppError ? error : unreadable(error);
  const { code, message, fields } = problem;
  response.status(problem.httpStatus).json({ error: { code, message, ...(fields ? { fields } : {}) } });
};

/** Body parsers throw errors with a 4xx status. Any other error is a sandbox bug. */
function unreadable(error: unknown): AppError {
  if (error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500)
    return new AppError('We couldn’t read the body. Send JSON, such as {"hours": 4}.', 'VALIDATION_FAILED');
  console.error(error);
  return new AppError('The sandbox failed. Its console shows the error.', 'UNKNOWN_ERROR');
}
