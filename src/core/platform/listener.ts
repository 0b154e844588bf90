import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { SECOND } from '#shared/primitives/durations.ts';
import type { Logger } from './log.ts';

export interface ListenerOptions {
  connectionString: string;
  channel: string;
  onMessage(payload: string): void;
  /** Called after a reconnect, because notifications may have been missed. */
  onGap(): void;
  logger: Logger;
}

export interface Listener {
  /** Resolves when the first connection is listening. */
  ready: Promise<void>;
  close(): Promise<void>;
}

const RETRY_MS = [200, 500, 1 * SECOND, 2 * SECOND, 5 * SECOND];
const HEARTBEAT_MS = 30 * SECOND;

/** Opens a connection that runs LISTEN, and reconnects after Postgres outages. */
export function createListener(options: ListenerOptions): Listener {
  const { logger, channel } = options;
  const stop = new AbortController();
  const opened = Promise.withResolvers<void>();
  let current: pg.Client | undefined;
  let wasListening = false;

  const listenOnce = async (): Promise<void> => {
    const client = new pg.Client({
      connectionString: options.connectionString,
      options: '-c role=picket_app',
      keepAlive: true,
      connectionTimeoutMillis: 10 * SECOND,
    });
    const gone = Promise.withResolvers<void>();
    client.on('error', (error) => gone.reject(error));
    client.on('end', () => gone.resolve());
    gone.promise.catch(() => undefined);
    client.on('notification', ({ payload }) => options.onMessage(payload ?? ''));
    current = client;
    // This query detects a connection that broke without an error.
    const heartbeat = setInterval(() => {
      client.query('select 1').catch((error: unknown) => gone.reject(error));
    }, HEARTBEAT_MS);
    try {
      const connected = client.connect();
      connected.catch(() => undefined);
      // If the client is ended during connect(), connect()'s promise never settles.
      await Promise.race([connected, gone.promise]);
      if (stop.signal.aborted) return;
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (wasListening) options.onGap();
      wasListening = true;
      opened.resolve();
      await gone.promise;
    } finally {
      clearInterval(heartbeat);
      await client.end().catch(() => undefined);
    }
  };

  const listenForever = async (): Promise<void> => {
    for (let failures = 0; !stop.signal.aborted; failures += 1) {
      const before = Date.now();
      try {
        await listenOnce();
      } catch (error) {
        if (stop.signal.aborted) return;
        logger.warn({ err: error instanceof Error ? error.message : 'unknown' }, 'lost the LISTEN connection');
      }
      if (Date.now() - before > 10 * SECOND) failures = 0;
      await wait(RETRY_MS[Math.min(failures, RETRY_MS.length - 1)], undefined, { signal: stop.signal }).catch(
        () => undefined,
      );
    }
  };

  const done = listenForever();
  return {
    ready: opened.promise,
    async close() {
      stop.abort();
      await current?.end().catch(() => undefined);
      await done;
      opened.resolve();
    },
  };
}
