import { expect, inject } from 'vitest';
import { ON_BOTH_STORES } from './redis-project.ts';

/**
 * The queue's environment variables in this project: a database number of the run's Redis for each file, or nothing.
 */
export function queueEnv(): Record<string, string> {
  // Benchmarks use the test builders too.
  if (process.env['VITEST'] === undefined) return {};
  const url = inject('redisUrl') as string | undefined;
  if (url === undefined) return {};
  const file = expect.getState().testPath ?? '';
  return { REDIS_URL: `${url}/${ON_BOTH_STORES.findIndex((name) => file.endsWith(name))}` };
}
