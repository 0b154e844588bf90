import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Adapter, DatabaseSession, DatabaseUser } from 'lucia';
import type { Role } from '#shared/features/auth/auth.schema.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import type { SystemDb } from '../../platform/db/system.ts';

/** The company that the signed-in user works for. */
export interface OwnCompany {
  id: CompanyId;
  name: string;
  contractorId: string;
}

export interface UserAttributes {
  email: string;
  name: string;
  avatarUrl: string | null;
  roles: Role[];
  company: OwnCompany | null;
}

/** What a session says of itself; instants of real time. */
export interface SessionAttributes {
  /** Names it, to its owner and in NOTIFY; opens nothing. */
  publicId: string;
  userAgent: string;
  lastSeenAt: Date;
}

/** A session as its owner sees it; `id` names it and opens nothing. */
export interface ListedSession extends Omit<SessionAttributes, 'publicId'> {
  id: string;
  current: boolean;
  createdAt: Date;
}

const stored = (sessionId: string): string => createHash('sha256').update(sessionId).digest('hex');

/** Lucia's sessions in Postgres. Only the SHA-256 of a session's id is stored: a copy of the table opens nothing. */
export class KyselyAdapter implements Adapter {
  readonly #db: SystemDb;

  constructor(db: SystemDb) {
    this.#db = db;
  }

  async getSessionAndUser(sessionId: string): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const row = await this.#db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .leftJoin('company_members', 'company_members.user_id', 'users.id')
      .leftJoin('company_profiles', 'company_profiles.id', 'company_members.company_id')
      .select([
        'sessions.public_id',
        'sessions.expires_at',
        'sessions.user_agent',
        'sessions.last_seen_at',
        'users.id as user_id',
        'users.email',
        'users.name',
        'users.avatar_url',
        'company_profiles.id as company_id',
        'company_profiles.name as company_name',
        'company_profiles.contractor_id',
        sql<Role[]>`array(select role from user_roles where user_roles.user_id = users.id order by role)`.as('roles'),
      ])
      .where('sessions.id', '=', stored(sessionId))
      .limit(1)
      .executeTakeFirst();
    if (!row) return [null, null];
    const { user_id: userId, company_id: companyId, company_name: companyName, contractor_id: contractorId } = row;
    const company =
      companyId && companyName && contractorId ? { id: companyId, name: companyName, contractorId } : null;
    return [
      {
        id: sessionId,
        userId,
        expiresAt: row.expires_at,
        attributes: { publicId: row.public_id, userAgent: row.user_agent, lastSeenAt: row.last_seen_at },
      },
      {
        id: userId,
        attributes: { email: row.email, name: row.name, avatarUrl: row.avatar_url, roles: row.roles, company },
      },
    ];
  }

  /** The ids are the stored hashes, good for counting and nothing else. */
  async getUserSessions(userId: UserId): Promise<DatabaseSession[]> {
    const rows = await this.#db
      .selectFrom('sessions')
      .select(['id', 'public_id', 'expires_at', 'user_agent', 'last_seen_at'])
      .where('user_id', '=', userId)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      userId,
      expiresAt: row.expires_at,
      attributes: { publicId: row.public_id, userAgent: row.user_agent, lastSeenAt: row.last_seen_at },
    }));
  }

  async setSession(session: DatabaseSession): Promise<void> {
    await this.#db
      .insertInto('sessions')
      .values({
        id: stored(session.id),
        user_id: session.userId,
        expires_at: session.expiresAt,
        public_id: session.attributes.publicId,
        user_agent: session.attributes.userAgent,
        last_seen_at: session.attributes.lastSeenAt,
      })
      .execute();
  }

  /** Notes that a session is in use. */
  async touchSession(sessionId: string): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ last_seen_at: new Date() })
      .where('id', '=', stored(sessionId))
      .execute();
  }

  /** The user's live sessions, the last used first. */
  async listSessions(userId: UserId, currentId: string | null): Promise<ListedSession[]> {
    const current = currentId === null ? null : stored(currentId);
    const rows = await this.#db
      .selectFrom('sessions')
      .select(['id', 'public_id', 'user_agent', 'created_at', 'last_seen_at'])
      .where('user_id', '=', userId)
      .where('expires_at', '>', new Date())
      .orderBy('last_seen_at', 'desc')
      .orderBy('id')
      .execute();
    return rows.map((row) => ({
      id: row.public_id,
      current: row.id === current,
      userAgent: row.user_agent,
      createdAt: row.created_at,
      lastSeenAt: row.last_seen_at,
    }));
  }

  /** Ends one session of this user by its public id, and says whether there was one. */
  async deleteListedSession(userId: UserId, publicId: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('public_id', '=', publicId)
      .executeTakeFirst();
    return numDeletedRows === 1n;
  }

  async updateSessionExpiration(sessionId: string, expiresAt: Date): Promise<void> {
    await this.#db.updateTable('sessions').set({ expires_at: expiresAt }).where('id', '=', stored(sessionId)).execute();
  }

  async deleteSession(sessionId: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('id', '=', stored(sessionId)).execute();
  }

  async deleteUserSessions(userId: UserId): Promise<void> {
    await this.#db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  }

  async deleteExpiredSessions(): Promise<void> {
    await this.#db.deleteFrom('sessions').where('expires_at', '<', new Date()).execute();
  }
}
