import type { CreateExpressContextOptions } from '@trpc/server/adapters/express';
import type { ReadSession, Viewer } from '#core/features/auth/sessions.ts';
import type { ServerDeps } from '../server-deps.ts';

/** What every procedure gets: the dependencies and the facts of the request. */
export interface Context {
  deps: ServerDeps;
  /** The client's address according to TRUST_PROXY. */
  ip: string;
  userAgent: string;
  cookieHeader: string | undefined;
  /** The company that the browser shows (`X-Picket-Company`); undefined if it doesn't say. */
  shownCompanyId?: string | undefined;
  /** Who is signed in; asked once a request, and only where a procedure wants to know. */
  viewer(): Promise<Viewer | null>;
  /** The public id of their session; null where nobody is signed in. */
  sessionId(): Promise<string | null>;
  setCookie(serialized: string): void;
  /** The answer's connection, for what lasts (`live-procedure.ts`). */
  connection: { hangUp: () => void; onClose: (listener: () => void) => void };
}

/** Makes the context of one request (of all its calls, where they come as a batch). */
export const contextOf =
  (deps: ServerDeps) =>
  ({ req, res }: Pick<CreateExpressContextOptions, 'req' | 'res'>): Context => {
    let asked: Promise<ReadSession> | undefined;
    const setCookie = (serialized: string): void => {
      if (!res.headersSent) res.append('Set-Cookie', serialized);
    };
    const ask = async (): Promise<ReadSession> => {
      const read = await deps.sessions.read(req.headers.cookie);
      if (read.setCookie !== null) setCookie(read.setCookie);
      return read;
    };
    const session = () => (asked ??= ask());
    return {
      deps,
      ip: req.ip ?? '',
      userAgent: req.get('user-agent') ?? '',
      cookieHeader: req.headers.cookie,
      shownCompanyId: req.get('x-picket-company'),
      viewer: async () => (await session()).viewer,
      sessionId: async () => (await session()).sessionId,
      setCookie,
      connection: {
        hangUp: () => void res.destroy(),
        onClose(listener) {
          if (res.closed) listener();
          else res.once('close', listener);
        },
      },
    };
  };
