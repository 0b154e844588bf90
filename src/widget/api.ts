/**
 * A response from our server: its HTTP status and JSON body. If no JSON arrives within 15 s, the status is 0 and the
 * body is empty.
 */
export interface Answer<Body> {
  status: number;
  body: Partial<Body>;
}

/** Requests a path under `/api/widget/v1/`. Never rejects. A failed request resolves with its status. */
export type Ask = <Body>(path: string, init?: RequestInit) => Promise<Answer<Body>>;

const PATIENCE = 15_000;

/** Sends requests to `host` only, without the host page's cookies. */
export const connect =
  (host: string): Ask =>
  async <Body>(path: string, init: RequestInit = {}) => {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    let status = 0;
    let body: Partial<Body> = {};
    try {
      const response = await fetch(`${host}/api/widget/v1/${path}`, {
        credentials: 'omit',
        signal: stop.signal,
        ...init,
      });
      body = (await response.json()) as Partial<Body>;
      status = response.status;
    } catch {
      // There was no response, or a proxy sent a page instead of JSON. The status stays 0, and the caller shows an
      // error.
    }
    clearTimeout(timer);
    return { status, body };
  };
