import { z } from 'zod';
import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import type { SystemDb } from '../../platform/db/system.ts';
import { createListener } from '../../platform/listener.ts';
import type { Logger } from '../../platform/log.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { sql } from 'kysely';

/** The reasons the server ends a stream. */
export type StreamEnd =
  /** The session has ended. The browser opens the sign-in page. */
  | 'signed-out'
  /** The user's rights have changed. The browser reconnects with the new rights. */
  | 'rights'
  /** The session has too many newer streams. The browser doesn't reopen this stream. */
  | 'too-many'
  /** The stream has reached its maximum age, or the server is stopping. The browser reconnects. */
  | 'cut';

export interface NewStream {
  /** The session's public id. */
  sessionId: string;
  userId: UserId;
  companyId: CompanyId;
  /** Destroys the connection, even if the client no longer reads from it. */
  hangUp: () => void;
  /** Registers a callback that runs when either side closes the connection. */
  onClose: (listener: () => void) => void;
}

/**
 * The open event streams of this server process. A stream never outlasts its session. When a session ends or a user's
 * rights change, Postgres notifies every process at commit (NOTIFY picket_sessions, see migrations). Each process also
 * checks all its streams every 30 s.
 */
export interface Streams {
  /**
   * Registers a stream. The returned signal aborts when the stream ends. Its `reason` is a `StreamEnd`. The connection
   * is destroyed shortly afterward. Throws UNAUTHENTICATED or FORBIDDEN if the session or the membership has ended
   * since the request arrived.
   */
  open(stream: NewStream): Promise<AbortSignal>;
  /** Resolves once the process is listening for session notifications. */
  ready: Promise<void>;
  /** Ends all streams and doesn't accept new streams. */
  close(): Promise<void>;
}

/**
 * The maximum number of streams per session and server process. Only visible windows have a stream. Hidden tabs close
 * their streams.
 */
export const MOST_OF_A_SESSION = 10;
/** How long a stream stays open. The browser then reopens it automatically, and all checks run again. */
const LIFE = 10 * MINUTE;
const LOOK_EVERY = 30 * SECOND;
/**
 * How long the connection stays open after the stream ends, in milliseconds of wall-clock time, so that the last
 * message can arrive.
 */
const GRACE = 250;

const saidSchema = z.union([z.object({ sessionId: z.string() }), z.object({ userId: z.string() })]);

interface Stream extends NewStream {
  /** The user's rights as a string (`textOf`). Null until they've been read. */
  rights: string | null;
  /** Whether the user's rights may have changed while they were being read. */
  isStale: boolean;
  ending: AbortController;
  end(why: StreamEnd): void;
}

/** Converts rights to a string. If the string changes, the stream must be reopened. */
const textOf = ({ works, roles }: SessionRights): string => [...works, '', ...roles].join(' ');

/** Manages this process's event streams and opens a connection for session notifications. */
export function createStreams({
  system,
  connectionString,
  logger,
}: {
  system: SystemDb;
  connectionString: string;
  logger: Logger;
}): Streams {
  const streams = new Set<Stream>();
  let closed: Promise<void> | undefined;

  /** Ends streams whose session has ended or whose user's rights have changed. Rejects if Postgres doesn't respond. */
  const look = async (at: readonly Stream[]): Promise<void> => {
    for (const stream of at) stream.isStale = true;
    const known = at.filter(({ rights }) => rights !== null);
    if (known.length === 0) return;
    const rights = await readRights(system, [...new Set(known.map(({ sessionId }) => sessionId))]);
    for (const stream of known) {
      const now = rights.get(stream.sessionId);
      if (!now) stream.end('signed-out');
      else if (textOf(now) !== stream.rights) stream.end('rights');
    }
  };
  const lookAtAll = (): void =>
    void look([...streams]).catch((error: unknown) =>
      logger.warn({ err: errorForLog(error) }, "couldn't read the sessions"),
    );
  /**
   * Starts checking whether these streams' users still have their rights, and doesn't wait for the result. If the check
   * fails, ends the streams. Browsers then reopen them, and the rights are checked again.
   */
  const lookAt = (concerned: readonly Stream[]): void =>
    void look(concerned).catch(() => {
      for (const stream of concerned) stream.end('rights');
    });

  const listener = createListener({
    connectionString,
    channel: 'picket_sessions',
    logger,
    onMessage(payload) {
      const said = saidSchema.parse(JSON.parse(payload));
      if ('userId' in said) lookAt([...streams].filter(({ userId }) => userId === said.userId));
      else for (const stream of streams) if (stream.sessionId === said.sessionId) stream.end('signed-out');
    },
    onGap: lookAtAll,
  });
  const timer = setInterval(lookAtAll, LOOK_EVERY).unref();

  return {
    async open(given) {
      if (closed) throw new AppError('The service is restarting. Try again in a moment', 'PROVIDER_UNAVAILABLE');
      // Registered before the rights are read, so that no notification is missed.
      const stream = streamOf(given, streams);
      const rights = await freshRights(system, stream);
      if (!rights) throw new AppError('Please sign in', 'UNAUTHENTICATED');
      if (!rights.companyIds.includes(given.companyId))
        throw new AppError('You’re no longer a member of this company', 'FORBIDDEN');
      stream.rights = textOf(rights);
      const others = [...streams].filter(({ sessionId }) => sessionId === given.sessionId);
      for (const old of others.slice(0, -MOST_OF_A_SESSION)) old.end('too-many');
      return stream.ending.signal;
    },
    ready: listener.ready,
    close() {
      clearInterval(timer);
      for (const { hangUp } of streams) hangUp();
      return (closed ??= listener.close());
    },
  };
}

/**
 * Reads a new stream's rights, and reads them again if they may have changed during the read. Returns undefined if the
 * session has ended.
 */
async function freshRights(system: SystemDb, stream: Stream): Promise<SessionRights | undefined> {
  for (;;) {
    stream.isStale = false;
    const rights = (await readRights(system, [stream.sessionId])).get(stream.sessionId);
    if (!stream.isStale) return rights;
  }
}

/** Creates a stream, and keeps it in the set while its connection is open. The newest stream is last. */
function streamOf(given: NewStream, streams: Set<Stream>): Stream {
  const ending = new AbortController();
  const stream: Stream = {
    ...given,
    rights: null,
    isStale: false,
    ending,
    end(why) {
      if (ending.signal.aborted) return;
      streams.delete(stream);
      ending.abort(why);
      if (why === 'signed-out' || why === 'too-many') setTimeout(given.hangUp, GRACE).unref();
      else given.hangUp();
    },
  };
  streams.add(stream);
  const age = setTimeout(() => stream.end('cut'), LIFE).unref();
  given.onClose(() => {
    clearTimeout(age);
    streams.delete(stream);
    ending.abort('cut' satisfies StreamEnd);
  });
  return stream;
}

/** The current rights of a session's user. */
interface SessionRights {
  companyIds: CompanyId[];
  /** Each company with the user's role in it, followed by the company that the user selected. */
  works: string[];
  roles: string[];
}

/**
 * Reads the rights of sessions by public id. The result has no entries for sessions that have expired (in wall-clock
 * time).
 */
async function readRights(system: SystemDb, sessionIds: readonly string[]): Promise<Map<string, SessionRights>> {
  const rows = await system
    .selectFrom('sessions')
    .select([
      'public_id',
      sql<CompanyId[]>`array(select company_id::text from company_members
        where company_members.user_id = sessions.user_id order by 1)`.as('company_ids'),
      sql<string[]>`array(select company_id || ' ' || role from company_members
          where company_members.user_id = sessions.user_id order by 1)
        || (select coalesce(active_company_id::text, '') from users where users.id = sessions.user_id)`.as('works'),
      sql<string[]>`array(select role from user_roles where user_roles.user_id = sessions.user_id order by 1)`.as(
        'roles',
      ),
    ])
    .where('public_id', 'in', sessionIds)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
  return new Map(
    rows.map(({ public_id: id, company_ids: companyIds, works, roles }) => [id, { companyIds, works, roles }]),
  );
}
