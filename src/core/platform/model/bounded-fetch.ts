/**
 * Maximum number of bytes read from a response. Even the longest real answer, including its reasoning, is far shorter.
 */
const MOST_BYTES = 4_000_000;

/**
 * Works like `fetch`, but for a model provider. Doesn't follow redirects, because they could send the key and the
 * conversation to another server. Rejects responses over 4 MB. The limit includes error responses, which the client
 * reads completely.
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
