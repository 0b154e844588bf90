import { randomUUID, createHash } from 'node:crypto';
import { Lucia } from 'lucia';
import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import { HOUR } from '#shared/primitives/durations.ts';
import type { UserId as OurUserId } from '#shared/primitives/ids.ts';
import { readCookie } from '../../platform/cookies.ts';
import { asRequester, currentRequester } from '../../platform/db/requester.ts';
import type { SystemDb, SystemDeps } from '../../platform/db/system.ts';
import { KyselyAdapter, type ListedSession, type SessionAttributes, type UserAttributes } from './lucia-adapter.ts';

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>;
    UserId: OurUserId;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}

export const SESSION_COOKIE = 'picket_session';

/** The signed-in user who sent a request. */
export interface Viewer extends UserAttributes {
  userId: OurUserId;
}

/**
 * The session in a request's cookie. If `setCookie` is set, it must be sent to the browser, because the session was
 * extended or has ended.
 */
export interface ReadSession {
  viewer: Viewer | null;
  /** The session's public id. Null if there's no viewer. */
  sessionId: string | null;
  setCookie: string | null;
}

export interface Sessions {
  read(cookieHeader: string | undefined): Promise<ReadSession>;
  /** Opens a session with a new id and ends the browser's previous session. */
  open(userId: OurUserId, cookieHeader: string | undefined, userAgent?: string): Promise<{ setCookie: string }>;
  /** Lists the user's active sessions, most recently used first. `current` marks the session in the cookie. */
  list(userId: OurUserId, cookieHeader: string | undefined): Promise<ListedSession[]>;
  /** Ends one of this user's sessions by its public id. Returns false if it doesn't exist. */
  end(userId: OurUserId, publicId: string): Promise<boolean>;
  /** Ends all of the user's sessions, in all browsers (spec, section 7: sign-out with global scope). */
  endAll(userId: OurUserId): Promise<{ setCookie: string }>;
}

// How precisely the 'last seen' time is stored. Finer precision would require more writes.
const SEEN_EVERY = HOUR;
const LONGEST_AGENT = 300;

/**
 * Creates the session store. Sessions last 30 days of wall-clock time and are extended while in use. `secure` sets the
 * cookie's Secure flag.
 */
export function createSessions(system: SystemDb, { secure }: { secure: boolean }): Sessions {
  const adapter = new KyselyAdapter(system);
  const lucia = new Lucia(adapter, {
    sessionCookie: { name: SESSION_COOKIE, attributes: { secure, sameSite: 'lax', path: '/' } },
    getUserAttributes: (attributes) => attributes,
    getSessionAttributes: (attributes) => attributes,
  });
  const known = new KnownSessions();
  // Lucia's own reader throws if any cookie of the host, even another site's, isn't valid percent-encoding
  const idIn = (cookieHeader: string | undefined) => readCookie(cookieHeader, SESSION_COOKIE) ?? null;
  const blank = () => lucia.createBlankSessionCookie().serialize();
  const look = async (id: string) => {
    const owner = known.ownerOf(id);
    const requester = owner === undefined ? currentRequester() : { owner, lane: 'read' as const };
    const found = await asRequester(requester, () => lucia.validateSession(id));
    known.note(id, found.user?.company?.id ?? found.user?.id);
    return found;
  };
  return {
    async read(cookieHeader) {
      const id = idIn(cookieHeader);
      if (!id) return { viewer: null, sessionId: null, setCookie: null };
      const { user, session } = await look(id);
      if (!session) return { viewer: null, sessionId: null, setCookie: blank() };
      if (Date.now() - session.lastSeenAt.getTime() > SEEN_EVERY) await adapter.touchSession(id);
      const { id: userId, ...attributes } = user;
      const setCookie = session.fresh ? lucia.createSessionCookie(id).serialize() : null;
      return { viewer: { userId, ...attributes }, sessionId: session.publicId, setCookie };
    },
    async open(userId, cookieHeader, userAgent = '') {
      const brought = idIn(cookieHeader);
      if (brought) await lucia.invalidateSession(brought);
      await lucia.deleteExpiredSessions();
      const session = await lucia.createSession(userId, {
        publicId: randomUUID(),
        userAgent: userAgent.slice(0, LONGEST_AGENT),
        lastSeenAt: new Date(),
      });
      return { setCookie: lucia.createSessionCookie(session.id).serialize() };
    },
    list: (userId, cookieHeader) => adapter.listSessions(userId, idIn(cookieHeader)),
    end: (userId, publicId) => adapter.deleteListedSession(userId, publicId),
    async endAll(userId) {
      await lucia.invalidateUserSessions(userId);
      return { setCookie: blank() };
    },
  };
}

/** Returns the signed-in user's details to send to the browser. */
export const toSignedIn = (viewer: Viewer): Omit<NonNullable<SessionView>, 'companies'> => ({
  user: {
    id: viewer.userId,
    email: viewer.email,
    name: viewer.name,
    avatarUrl: viewer.avatarUrl,
    roles: viewer.roles,
  },
  company: viewer.company,
});

/** Returns the session's details to send to the browser, including the companies that the user works for. */
export async function readSessionView({ system }: SystemDeps, viewer: Viewer | null): Promise<SessionView> {
  if (!viewer) return null;
  const companies = await system
    .selectFrom('company_members')
    .innerJoin('company_profiles', 'company_profiles.id', 'company_members.company_id')
    .select(['company_profiles.id', 'company_profiles.name', 'company_members.role'])
    .where('company_members.user_id', '=', viewer.userId)
    .orderBy('company_members.joined_at')
    .orderBy('company_profiles.id')
    .execute();
  return { ...toSignedIn(viewer), companies };
}

const MOST = 10_000;

/**
 * Remembers which user owns a recently read session. Session lookups are queued by user. If a request's cookie isn't
 * known, its lookup is queued by network instead, so that made-up cookies don't create more queues. Stores only hashes
 * of session ids. Evicts the least recently used sessions.
 */
export class KnownSessions {
  readonly #owners = new Map<string, string>();

  ownerOf(sessionId: string): string | undefined {
    const key = hashed(sessionId);
    const owner = this.#owners.get(key);
    if (owner !== undefined) this.#keep(key, owner);
    return owner;
  }

  /** Records a lookup's result. `undefined` means that the session has ended. */
  note(sessionId: string, owner: string | undefined): void {
    const key = hashed(sessionId);
    this.#owners.delete(key);
    if (owner !== undefined) this.#keep(key, owner);
  }

  #keep(key: string, owner: string): void {
    this.#owners.delete(key);
    this.#owners.set(key, owner);
    if (this.#owners.size <= MOST) return;
    const [oldest] = this.#owners.keys();
    if (oldest !== undefined) this.#owners.delete(oldest);
  }
}

const hashed = (sessionId: string): string => createHash('sha256').update(sessionId).digest('base64url');
