import type { TestProject } from 'vitest/node';
import { startTestRedis } from './redis.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL of the Redis in the project 'redis', without a database number. Missing in other projects. */
    redisUrl: string;
  }
}

/** Starts one Redis for the whole run of the project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const redis = await startTestRedis();
  project.provide('redisUrl', redis.url);
  return () => redis.kill();
}
