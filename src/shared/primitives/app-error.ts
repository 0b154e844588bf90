/** All error codes that the API returns, with their HTTP status. */
export const ERROR_STATUS = {
  UNKNOWN_ERROR: 500,
  APP_ERROR: 400,
  VALIDATION_FAILED: 422,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  UPGRADE_REQUIRED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  ESTIMATE_EXPIRED: 409,
  ESTIMATE_SUPERSEDED: 409,
  SMS_NOT_ALLOWED: 409,
  NOT_CONFIRMED: 409,
  RATE_LIMITED: 429,
  QUOTA_EXHAUSTED: 402,
  SUBSCRIPTION_REQUIRED: 402,
  PROVIDER_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Maps a field's path (`steps.0.day`) to a sentence that tells the user what to do. */
export type FieldErrors = Record<string, string>;

/** The message for an unexpected error (spec, section 8). */
export const UNEXPECTED = 'An unexpected error occurred';

/**
 * The next step after an error. The screen shows a button for it. 'refresh' means that the action already succeeded and
 * that a refreshed page shows its result.
 */
export type NextStep = 'choose_plan' | 'buy_credit' | 'upgrade' | 'confirm_email' | 'refresh';

export interface AppErrorOptions {
  fields?: FieldErrors;
  /** Details for the log, which are never sent to a client. */
  detail?: string;
  /** Seconds until the client may retry. */
  retryAfter?: number;
  nextStep?: NextStep;
  /** What must be added first, by name. The screen shows a link for each. */
  missing?: readonly string[];
  cause?: unknown;
}

/**
 * An expected error. `message` is a sentence for people. `code` is one of ERROR_STATUS. Services throw this error so
 * that they don't depend on HTTP. The default code is APP_ERROR (spec, section 8).
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly detail: string | undefined;
  readonly retryAfter: number | undefined;
  readonly nextStep: NextStep | undefined;
  readonly missing: readonly string[] | undefined;

  constructor(message: string, code: ErrorCode = 'APP_ERROR', options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields;
    this.detail = options.detail;
    this.retryAfter = options.retryAfter;
    this.nextStep = options.nextStep;
    this.missing = options.missing;
  }

  get httpStatus(): number {
    return ERROR_STATUS[this.code];
  }
}

/**
 * An error about input. `fields` maps each field path to its sentence. The first sentence is also the error's message.
 */
export const invalid = (fields: FieldErrors): AppError =>
  new AppError(Object.values(fields)[0] ?? 'Check what you entered', 'VALIDATION_FAILED', { fields });

export const notFound = (what: string): AppError => new AppError(`We couldn’t find ${what}`, 'NOT_FOUND');
