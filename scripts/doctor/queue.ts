import { Redis } from 'ioredis';
import { SECOND } from '#shared/primitives/durations.ts';
import { connected } from '../start/command.ts';
import { type Check, fault, type Finding, ok, warning } from './finding.ts';

const OLDEST_REDIS = 6;

export const queue: Check = {
  about: 'Queue',
  look: async ({ config }) =>
    config.REDIS_URL === undefined ? [await onPostgres(config.DATABASE_URL)] : onRedis(config.REDIS_URL),
};

const onPostgres = (url: string): Promise<Finding> =>
  connected(url, async (client) => {
    const { rowCount } = await client.query(`select from pg_namespace where nspname = 'bullmq'`);
    return rowCount === 1 ? ok('on Postgres') : fault('its tables are missing. Run `npm run migrate`');
  });

async function onRedis(url: string): Promise<Finding[]> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, connectTimeout: 5 * SECOND });
  const errors: Error[] = [];
  redis.on('error', (error) => errors.push(error));
  try {
    await redis.connect();
    const info = await redis.info();
    const read = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
    const [version, policy] = [read('redis_version'), read('maxmemory_policy')];
    return [
      Number.parseInt(version, 10) >= OLDEST_REDIS
        ? ok(`on Redis ${version}`)
        : fault(`Redis ${version} is too old. Use ${OLDEST_REDIS}.2 or newer`),
      policy === 'noeviction'
        ? ok('Redis never evicts jobs')
        : fault(`Redis may evict jobs (maxmemory-policy is ${policy}). Set it to noeviction`),
      read('aof_enabled') === '1'
        ? ok('Redis writes its jobs to disk')
        : warning(
            'Redis loses its jobs when it restarts (appendonly is off). The worker finds due messages within 5 s anyway',
          ),
    ];
  } catch (error) {
    // The command itself only reports that the connection is closed.
    return [fault(`Redis doesn’t answer: ${(errors[0] ?? (error as Error)).message}. Check REDIS_URL`)];
  } finally {
    redis.disconnect();
  }
}
