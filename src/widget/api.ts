/** An answer of our server: its status, 0 where none came within 15 s, and the body as far as it was JSON. */
export interface Answer<Body> {
  status: number;
  body: Partial<Body>;
}

/** Asks an address under `/api/widget/v1/`. Never rejects: a failure is an answer with its status. */
export type Ask = <Body>(path: string, init?: RequestInit) => Promise<Answer<Body>>;

const PATIENCE = 15_000;

/** Speaks to `host` alone, without the host page's cookies. */
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
      // no answer, or a proxy's page instead of JSON: the caller says so to the person
    }
    clearTimeout(timer);
    return { status, body };
  };
