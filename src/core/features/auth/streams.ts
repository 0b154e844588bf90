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
  /** Its session has ended: the browser is told, and goes to the sign-in. */
  | 'signed-out'
  /** What the person may do has changed: the browser opens it again with what holds now. */
  | 'rights'
  /** The session has opened others since: it ends for good. */
  | 'too-many'
  /** It is old, or the server stops: the browser opens it again. */
  | 'cut';

export interface NewStream {
  /** The session's public id. */
  sessionId: string;
  userId: UserId;
  companyId: CompanyId;
  /** Destroys the connection, whoever reads it or does not. */
  hangUp: () => void;
  /** Calls back when the connection is closed, by whom ever. */
  onClose: (listener: () => void) => void;
}

/**
 * The streams of this server process. Each lives as long as its session, at most: what ends one or changes its rights
 * is told by Postgres at commit to every process (NOTIFY picket_sessions, see migrations), and looked at every 30 s
 * besides.
 */
export interface Streams {
  /**
   * Takes a stream in. The signal aborts with its end (`reason`, a StreamEnd); the connection is destroyed a moment
   * later. Throws UNAUTHENTICATED or FORBIDDEN where session or membership have ended since the request came.
   */
  open(stream: NewStream): Promise<AbortSignal>;
  /** Resolves when the process hears of sessions. */
  ready: Promise<void>;
  /** Cuts every stream and takes no more. */
  close(): Promise<void>;
}

/** Streams of one session in one server process: windows that are looked at, for a hidden tab holds none. */
export const MOST_OF_A_SESSION = 10;
/** A stream that is cut comes back by itself, through every check. */
const LIFE = 10 * MINUTE;
const LOOK_EVERY = 30 * SECOND;
/** For the last words, in real milliseconds. */
const GRACE = 250;

const saidSchema = z.union([z.object({ sessionId: z.string() }), z.object({ userId: z.string() })]);

interface Stream extends NewStream {
  /** What it rests on (`textOf`); null until that was read. */
  rights: string | null;
  /** Its person's rights changed while they were being read. */
  isStale: boolean;
  ending: AbortController;
  end(why: StreamEnd): void;
}

/** What a stream rests on, as one text: another text, and it has to be opened anew. */
const textOf = ({ companyIds, roles }: SessionRights): string => [...companyIds, '', ...roles].join(' ');

/** Opens the one connection of this process that hears which sessions ended. */
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

  /** Ends which of these have lost their session or their rights. Rejects where Postgres does not answer. */
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
  /** In doubt they end: what they may hear is asked when they are opened again. */
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
      // taken in first: what ends the session or changes rights from here on is heard
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

/** The rights of a new stream that did not change while they were read; undefined where its session has ended. */
async function freshRights(system: SystemDb, stream: Stream): Promise<SessionRights | undefined> {
  for (;;) {
    stream.isStale = false;
    const rights = (await readRights(system, [stream.sessionId])).get(stream.sessionId);
    if (!stream.isStale) return rights;
  }
}

/** Takes a stream into the set for as long as its connection is open, the newest last. */
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

/** What the person of a session may see now. */
interface SessionRights {
  companyIds: CompanyId[];
  roles: string[];
}

/** The rights of these sessions (public ids) that live; in real time. */
async function readRights(system: SystemDb, sessionIds: readonly string[]): Promise<Map<string, SessionRights>> {
  const rows = await system
    .selectFrom('sessions')
    .select([
      'public_id',
      sql<CompanyId[]>`array(select company_id::text from company_members
        where company_members.user_id = sessions.user_id order by 1)`.as('company_ids'),
      sql<string[]>`array(select role from user_roles where user_roles.user_id = sessions.user_id order by 1)`.as(
        'roles',
      ),
    ])
    .where('public_id', 'in', sessionIds)
    .where('expires_at', '>', sql<Date>`now()`)
    .execute();
  return new Map(rows.map(({ public_id: id, company_ids: companyIds, roles }) => [id, { companyIds, roles }]));
}
