import { Lucia } from 'lucia';
import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import type { UserId as OurUserId } from '#shared/primitives/ids.ts';
import type { SystemDb } from '../../platform/db/system.ts';
import { KyselyAdapter, type UserAttributes } from './lucia-adapter.ts';

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<Record<never, never>, UserAttributes>;
    UserId: OurUserId;
    DatabaseUserAttributes: UserAttributes;
  }
}

export const SESSION_COOKIE = 'picket_session';

/** Who sent a request. */
export interface Viewer extends UserAttributes {
  userId: OurUserId;
}

/** What a request's cookie says; `setCookie` is to be sent back where the session was prolonged or is dead. */
export interface ReadSession {
  viewer: Viewer | null;
  setCookie: string | null;
}

export interface Sessions {
  read(cookieHeader: string | undefined): Promise<ReadSession>;
  /** Opens a session under a new id, never one that the browser brought along, and ends the one it brought. */
  open(userId: OurUserId, cookieHeader: string | undefined): Promise<{ setCookie: string }>;
  /** Ends every session of the user, in all browsers (spec, section 7: sign-out with global scope). */
  endAll(userId: OurUserId): Promise<{ setCookie: string }>;
}

/** Sessions of 30 days in real time, prolonged while in use. `secure` follows PUBLIC_URL's scheme. */
export function createSessions(system: SystemDb, { secure }: { secure: boolean }): Sessions {
  const lucia = new Lucia(new KyselyAdapter(system), {
    sessionCookie: { name: SESSION_COOKIE, attributes: { secure, sameSite: 'lax', path: '/' } },
    getUserAttributes: (attributes) => attributes,
  });
  const blank = () => lucia.createBlankSessionCookie().serialize();
  return {
    async read(cookieHeader) {
      const id = lucia.readSessionCookie(cookieHeader ?? '');
      if (!id) return { viewer: null, setCookie: null };
      const { user, session } = await lucia.validateSession(id);
      if (!session) return { viewer: null, setCookie: blank() };
      const { id: userId, ...attributes } = user;
      const setCookie = session.fresh ? lucia.createSessionCookie(id).serialize() : null;
      return { viewer: { userId, ...attributes }, setCookie };
    },
    async open(userId, cookieHeader) {
      const brought = lucia.readSessionCookie(cookieHeader ?? '');
      if (brought) await lucia.invalidateSession(brought);
      await lucia.deleteExpiredSessions();
      const session = await lucia.createSession(userId, {});
      return { setCookie: lucia.createSessionCookie(session.id).serialize() };
    },
    async endAll(userId) {
      await lucia.invalidateUserSessions(userId);
      return { setCookie: blank() };
    },
  };
}

/** What a browser may know of who is signed in. */
export const toSessionView = (viewer: Viewer | null): SessionView =>
  viewer && {
    user: {
      id: viewer.userId,
      email: viewer.email,
      name: viewer.name,
      avatarUrl: viewer.avatarUrl,
      roles: viewer.roles,
    },
    company: viewer.company,
  };
