import { z } from 'zod';
import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import type { SystemDb } from '../../platform/db/system.ts';
import { createListener } from '../../platform/listener.ts';
import type { Logger } from '../../platform/log.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { sql } from 'kysely';

/** Why the server ends a stream. */
export type StreamEnd =
  /** Its session has ended: the browser is told to go to sign-in. */
  | 'signed-out'
  /** The user's rights changed: the browser reconnects with the new ones. */
  | 'rights'
  /** The session opened newer streams: it ends permanently. */
  | 'too-many'
  /** It is old, or the server is stopping: the browser reconnects. */
  | 'cut';

export interface NewStream {
  /** The session's public id. */
  sessionId: string;
  userId: UserId;
  companyId: CompanyId;
  /** Destroys the connection, even if nobody reads from it. */
  hangUp: () => void;
  /** Calls back when the connection closes, from either side. */
  onClose: (listener: () => void) => void;
}

/**
 * This server process's streams. A stream lives at most as long as its session: Postgres notifies every process at
 * commit about ended sessions and changed rights (NOTIFY picket_sessions, see migrations), and a check runs every 30 s
 * in addition.
 */
export interface Streams {
  /**
   * Registers a stream. The signal aborts when it ends (`reason`, a StreamEnd); the connection is destroyed shortly
   * after. Throws UNAUTHENTICATED or FORBIDDEN if session or membership have ended since the request arrived.
   */
  open(stream: NewStream): Promise<AbortSignal>;
  /** Resolves when the process receives session notifications. */
  ready: Promise<void>;
  /** Ends every stream and accepts no more. */
  close(): Promise<void>;
}

/** Streams per session and server process: visible windows only, because hidden tabs hold none. */
export const MOST_OF_A_SESSION = 10;
/** A browser reopens an ended stream by itself, through every check. */
const LIFE = 10 * MINUTE;
const LOOK_EVERY = 30 * SECOND;
/** Time for the last message, in real milliseconds. */
const GRACE = 250;

const saidSchema = z.union([z.object({ sessionId: z.string() }), z.object({ userId: z.string() })]);

interface Stream extends NewStream {
  /** The rights it depends on (`textOf`); null until they are read. */
  rights: string | null;
  /** Its user's rights changed while they were being read. */
  isStale: boolean;
  ending: AbortController;
  end(why: StreamEnd): void;
}

/** The rights a stream depends on, as text: if the text differs, it must be reopened. */
const textOf = ({ works, roles }: SessionRights): string => [...works, '', ...roles].join(' ');

/** Opens this process's connection that receives notifications of ended sessions. */
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

  /** Ends the streams whose session or rights are gone. Rejects if Postgres doesn't answer. */
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
      logger.warn({ err: errorForLog(error) }, 'could not look at the sessions'),
    );
  /** If in doubt they end: reopening checks their rights. */
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
      // registered first, so that notifications from here on are received
      const stream = streamOf(given, streams);
      const rights = await freshRights(system, stream);
      if (!rights) throw new AppError('Please sign in', 'UNAUTHENTICATED');
      if (!rights.companyIds.includes(given.companyId))
        throw new AppError('You no longer work for this company', 'FORBIDDEN');
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

/** A new stream's rights, unchanged while being read; undefined if its session has ended. */
async function freshRights(system: SystemDb, stream: Stream): Promise<SessionRights | undefined> {
  for (;;) {
    stream.isStale = false;
    const rights = (await readRights(system, [stream.sessionId])).get(stream.sessionId);
    if (!stream.isStale) return rights;
  }
}

/** Keeps a stream in the set while its connection is open, newest last. */
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

/** What the session's user can access now. */
interface SessionRights {
  companyIds: CompanyId[];
  /** With the role in each, and the company chosen. */
  works: string[];
  roles: string[];
}

/** The rights of these sessions (public ids), if active; real time. */
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
