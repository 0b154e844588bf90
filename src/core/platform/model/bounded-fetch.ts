/** The most that is read of one response, in bytes; the longest honest answer with its thoughts stays far below. */
const MOST_BYTES = 4_000_000;

/**
 * `fetch` for a model's provider. It follows no redirect, because that would send the key and the conversation to an
 * address that nobody configured, and it fails a response that is longer than 4 MB, also one with an error, which the
 * client reads whole.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  let left = MOST_BYTES;
  const bounded = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      left -= part.byteLength;
      if (left < 0) controller.error(new Error('The response is too long'));
      else controller.enqueue(part);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(bounded), { status, statusText, headers });
};
