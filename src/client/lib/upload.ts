import { createTRPCClient, httpBatchLink } from '@trpc/react-query';
import type { AppRouter } from '../../server/trpc/root.ts';

/** `fetch` implemented with XMLHttpRequest, because `fetch` can't report upload progress. */
const fetchTelling =
  (tell: (share: number) => void) =>
  (url: string | URL | Request, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', url instanceof Request ? url.url : url);
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && tell(loaded / total);
      request.onload = () => {
        const retryAfter = request.getResponseHeader('Retry-After');
        const headers = new Headers(retryAfter === null ? [] : [['Retry-After', retryAfter]]);
        resolve(new Response(request.responseText, { status: request.status, headers }));
      };
      request.onerror = () => reject(new TypeError('no answer'));
      init.signal?.addEventListener('abort', () => request.abort());
      request.send(typeof init.body === 'string' ? init.body : null);
    });

/** Creates a client for large uploads. It calls `tell` with the progress, from 0 to 1. */
export const createUploadClient = (tell: (share: number) => void) =>
  createTRPCClient<AppRouter>({
    links: [httpBatchLink({ url: '/trpc', fetch: (url, init) => fetchTelling(tell)(url, init as RequestInit) })],
  });

/** Returns a file's bytes as base64. */
export const readBase64 = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(new Error('We couldn’t read the file'));
    reader.readAsDataURL(file);
  });
