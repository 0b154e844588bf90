import type { CreateExpressContextOptions } from '@trpc/server/adapters/express';
import type { ReadSession, Viewer } from '#core/features/auth/sessions.ts';
import type { ServerDeps } from '../server-deps.ts';

/** The context for every procedure: the dependencies and the request's data. */
export interface Context {
  deps: ServerDeps;
  /** The client's IP address, according to TRUST_PROXY. */
  ip: string;
  userAgent: string;
  cookieHeader: string | undefined;
  /** The company that the browser displays (`X-Picket-Company`). Undefined without that header. */
  shownCompanyId?: string | undefined;
  /**
   * Returns the signed-in user, or null. Reads the user from the database at most once per request, on the first call.
   */
  viewer(): Promise<Viewer | null>;
  /** Returns the public id of the session, or null if no one is signed in. */
  sessionId(): Promise<string | null>;
  setCookie(serialized: string): void;
  /** The response's connection, for subscriptions (`procedures.ts`). */
  connection: { hangUp: () => void; onClose: (listener: () => void) => void };
}

/** Creates the context for one request. All calls in a batch share it. */
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
