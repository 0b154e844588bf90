import { expect, inject } from 'vitest';
import { ON_BOTH_STORES } from './redis-project.ts';

/**
 * Returns the queue's environment variables in this project. With Redis, each file has its own database number. With
 * Postgres, nothing is set.
 */
export function queueEnv(): Record<string, string> {
  // Benchmarks use the test builders too, without vitest.
  if (process.env['VITEST'] === undefined) return {};
  const url = inject('redisUrl') as string | undefined;
  if (url === undefined) return {};
  const file = expect.getState().testPath ?? '';
  return { REDIS_URL: `${url}/${ON_BOTH_STORES.findIndex((name) => file.endsWith(name))}` };
}
