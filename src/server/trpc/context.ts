import type { CreateExpressContextOptions } from '@trpc/server/adapters/express';
import type { Viewer } from '#core/features/auth/sessions.ts';
import type { ServerDeps } from '../server-deps.ts';

/** What every procedure gets: the dependencies and the facts of the request. */
export interface Context {
  deps: ServerDeps;
  /** The client's address after TRUST_PROXY. */
  ip: string;
  userAgent: string;
  cookieHeader: string | undefined;
  /** Who is signed in; asked once a request, and only where a procedure wants to know. */
  viewer(): Promise<Viewer | null>;
  setCookie(serialized: string): void;
}

/** Makes the context of one request (of all its calls, where they come as a batch). */
export const contextOf =
  (deps: ServerDeps) =>
  ({ req, res }: CreateExpressContextOptions): Context => {
    let asked: Promise<Viewer | null> | undefined;
    const setCookie = (serialized: string): void => {
      if (!res.headersSent) res.append('Set-Cookie', serialized);
    };
    const ask = async (): Promise<Viewer | null> => {
      const { viewer, setCookie: renewed } = await deps.sessions.read(req.headers.cookie);
      if (renewed !== null) setCookie(renewed);
      return viewer;
    };
    return {
      deps,
      ip: req.ip ?? '',
      userAgent: req.get('user-agent') ?? '',
      cookieHeader: req.headers.cookie,
      viewer: () => (asked ??= ask()),
      setCookie,
    };
  };
