/** A call that the server refused, in the shape that `problemOf` reads; a call without an answer fails otherwise. */
export class RpcError extends Error {
  /** `code`, `httpStatus`, and where there are any `fields` and `nextStep`. */
  readonly data: unknown;
  readonly meta: { response: Response };

  constructor(message: string, { data, response }: { data: unknown; response: Response }) {
    super(message);
    this.name = 'RpcError';
    this.data = data;
    this.meta = { response };
  }
}
