import type { TestProject } from 'vitest/node';
import { startTestRedis } from './redis.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the 'redis' project's Redis, without a database number; missing in other projects. */
    redisUrl: string;
  }
}

/** One Redis for the whole run of the project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const redis = await startTestRedis();
  project.provide('redisUrl', redis.url);
  return () => redis.kill();
}
