import { z } from 'zod';
import { MINUTE, SECOND } from '#shared/primitives/durations.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import type { CompanyId, UserId } from '#shared/primitives/ids.ts';
import type { SystemDb } from '../../platform/db/system.ts';
import { createListener } from '../../platform/listener.ts';
import type { Logger } from '../../platform/log.ts';
import { errorForLog } from '../../platform/log-error.ts';
import { readRights, type SessionRights } from './session-rights.ts';

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
  rights: string;
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

  const endWhere = (concerns: (stream: Stream) => boolean, why: StreamEnd): void => {
    for (const stream of streams) if (concerns(stream)) stream.end(why);
  };
  /** Ends what has lost its session or its rights. Rejects where Postgres does not answer. */
  const look = async (): Promise<void> => {
    if (streams.size === 0) return;
    const looked = [...streams];
    const rights = await readRights(system, [...new Set(looked.map(({ sessionId }) => sessionId))]);
    for (const stream of looked) {
      const now = rights.get(stream.sessionId);
      if (!now) stream.end('signed-out');
      else if (textOf(now) !== stream.rights) stream.end('rights');
    }
  };
  const lookAgain = (): void =>
    void look().catch((error: unknown) => logger.warn({ err: errorForLog(error) }, 'could not look at the sessions'));

  const listener = createListener({
    connectionString,
    channel: 'picket_sessions',
    logger,
    onMessage(payload) {
      const said = saidSchema.parse(JSON.parse(payload));
      if ('sessionId' in said) endWhere(({ sessionId }) => sessionId === said.sessionId, 'signed-out');
      else endWhere(({ userId }) => userId === said.userId, 'rights');
    },
    onGap: lookAgain,
  });
  const timer = setInterval(lookAgain, LOOK_EVERY).unref();

  return {
    async open(given) {
      if (closed) throw new AppError('The service is restarting. Try again in a moment', 'PROVIDER_UNAVAILABLE');
      const stream = streamOf(given, streams);
      // taken in first: what ends the session from here on is heard
      const rights = (await readRights(system, [given.sessionId])).get(given.sessionId);
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

/** Takes a stream into the set for as long as its connection is open, the newest last. */
function streamOf(given: NewStream, streams: Set<Stream>): Stream {
  const ending = new AbortController();
  const stream: Stream = {
    ...given,
    rights: '',
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
