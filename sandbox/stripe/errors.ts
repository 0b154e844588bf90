export type StripeErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

/** An error in Stripe's format: `{error: {type, code, message, param}}`. */
export class StripeProblem extends Error {
  readonly status: number;
  readonly type: StripeErrorType;
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(message: string, given: { status?: number; type?: StripeErrorType; code?: string; param?: string } = {}) {
    super(message);
    this.status = given.status ?? 400;
    this.type = given.type ?? 'invalid_request_error';
    this.code = given.code;
    this.param = given.param;
  }

  body(): { error: Record<string, string> } {
    const { type, code, message, param } = this;
    return {
      error: { type, message, ...(code === undefined ? {} : { code }), ...(param === undefined ? {} : { param }) },
    };
  }
}

export const missing = (param: string): StripeProblem =>
  new StripeProblem(`Missing required param: ${param}.`, { code: 'parameter_missing', param });

export const noSuch = (what: string, id: string): StripeProblem =>
  new StripeProblem(`No such ${what}: '${id}'`, { status: 404, code: 'resource_missing', param: 'id' });

export const noRoute = (method: string, path: string): StripeProblem =>
  new StripeProblem(
    `Unrecognized request URL (${method}: ${path}). The sandbox supports only the Stripe requests that the product uses.`,
    { status: 404 },
  );

export const badKey = (): StripeProblem => new StripeProblem('Invalid API Key provided', { status: 401 });

export const notAllowed = (message: string, code?: string): StripeProblem =>
  new StripeProblem(message, code === undefined ? {} : { code });
