import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Adapter, DatabaseSession, DatabaseUser } from 'lucia';
import type { Role } from '#shared/features/auth/auth.schema.ts';
import type { TeamRole } from '#shared/features/team/roles.rules.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import { keptPlan, prepared } from '../../platform/db/dialect.ts';
import { asRequester } from '../../platform/db/requester.ts';
import type { SystemDb } from '../../platform/db/system.ts';
import { inBatches } from '../../platform/in-batches.ts';

/** The signed-in user's company. */
export interface OwnCompany {
  id: CompanyId;
  name: string;
  contractorId: string;
  /** An IANA name. */
  timeZone: string;
  /** The user's role in that company. */
  role: TeamRole;
}

export interface UserAttributes {
  email: string;
  name: string;
  avatarUrl: string | null;
  roles: Role[];
  company: OwnCompany | null;
}

/** A session's details. Times are wall-clock times. */
export interface SessionAttributes {
  /** Identifies the session to its owner and in NOTIFY payloads. Can't be used to sign in. */
  publicId: string;
  userAgent: string;
  lastSeenAt: Date;
}

/** A session as shown to its owner. `id` is the public id, which can't be used to sign in. */
export interface ListedSession extends Omit<SessionAttributes, 'publicId'> {
  id: string;
  current: boolean;
  createdAt: Date;
}

const stored = (sessionId: string): string => createHash('sha256').update(sessionId).digest('hex');

interface FoundSession {
  id: string;
  public_id: string;
  expires_at: Date;
  user_agent: string;
  last_seen_at: Date;
  user_id: UserId;
  email: string;
  name: string;
  avatar_url: string | null;
  company_id: CompanyId | null;
  company_name: string | null;
  contractor_id: string | null;
  company_zone: string | null;
  company_role: TeamRole | null;
  roles: Role[];
}

const OF_ALL = { owner: 'sessions', lane: 'platform', gone: undefined } as const;

/** Reads sessions with their users and companies, by id hash. */
async function findSessions(db: SystemDb, ids: readonly string[]): Promise<Map<string, FoundSession>> {
  const { rows } = await sql<FoundSession>`${prepared}
    select sessions.id, sessions.public_id, sessions.expires_at, sessions.user_agent, sessions.last_seen_at,
      users.id as user_id, users.email, users.name, users.avatar_url,
      companies.id as company_id, companies.name as company_name, companies.contractor_id,
      companies.time_zone as company_zone, members.role as company_role,
      array(select role from user_roles where user_roles.user_id = users.id order by role) as roles
    from sessions join users on users.id = sessions.user_id
    left join lateral (
      select company_id, role from company_members where user_id = users.id
      order by company_id is not distinct from users.active_company_id desc, joined_at, company_id limit 1
    ) members on true
    left join company_profiles companies on companies.id = members.company_id
    where sessions.id = any(${keptPlan(ids)}::text[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Stores Lucia's sessions in Postgres. Stores only the SHA-256 hash of each id, so that no one can sign in with a copy
 * of the table.
 */
export class KyselyAdapter implements Adapter {
  readonly #db: SystemDb;
  readonly #find: (storedId: string) => Promise<FoundSession | undefined>;

  constructor(db: SystemDb) {
    this.#db = db;
    // Concurrent lookups for all users are combined into one query.
    this.#find = inBatches((ids) => asRequester(OF_ALL, () => findSessions(db, ids)));
  }

  async getSessionAndUser(sessionId: string): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const row = await this.#find(stored(sessionId));
    if (!row) return [null, null];
    const {
      user_id: userId,
      company_id: id,
      company_name: name,
      contractor_id: contractorId,
      company_zone: timeZone,
      company_role: role,
    } = row;
    const company = id && name && contractorId && timeZone && role ? { id, name, contractorId, timeZone, role } : null;
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

  /** Returns hashes instead of ids, because the ids aren't stored. Callers can only count the sessions. */
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

  /** Records that a session was just used. */
  async touchSession(sessionId: string): Promise<void> {
    await this.#db
      .updateTable('sessions')
      .set({ last_seen_at: new Date() })
      .where('id', '=', stored(sessionId))
      .execute();
  }

  /** Lists the user's active sessions, most recently used first. */
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

  /** Ends one of this user's sessions by its public id. Returns whether the session existed. */
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
