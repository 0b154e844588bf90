import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import LongestFirst from './longest-first.ts';
import { ON_BOTH_STORES } from './redis-project.ts';
import { chromiumPath, redisServerPath } from './tools.ts';

/**
 * Which project a test file belongs to is in its name: `*.unit.test.ts(x)` pure, no Postgres · `*.test.ts(x)`
 * integration on a real Postgres · `*.process.test.ts` whole processes · `*.soak.test.ts` only in `npm run soak` ·
 * `*.redis.test.ts`, `*.redis.process.test.ts` on a redis-server · `*.browser.test.ts` Chromium on the production
 * build.
 *
 * Files of a project follow each other in one process (`isolate: false`): loading the product again for each took half
 * of their time. So a test leaves nothing behind: what it changes on a global it puts back.
 */
const UNIT = ['**/*.unit.test.{ts,tsx}'];
const REDIS = ['**/*.redis.test.ts', '**/*.redis.process.test.ts'];
const PROCESSES = ['**/*.process.test.ts'];
const BROWSER = ['**/*.browser.test.ts'];
const SOAK = ['**/*.soak.test.ts'];
const exclude = [...configDefaults.exclude, '**/.data/**', '**/dist/**', ...(redisServerPath() ? [] : REDIS)];

const unit = {
  extends: true as const,
  test: { name: 'unit', include: UNIT, exclude, testTimeout: 60_000 },
};

const integration = {
  extends: true as const,
  test: {
    name: 'integration',
    include: ['**/*.test.{ts,tsx}'],
    exclude: [...exclude, ...UNIT, ...PROCESSES, ...BROWSER, ...SOAK],
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
};

const processes = {
  extends: true as const,
  test: {
    name: 'processes',
    include: PROCESSES,
    exclude,
    globalSetup: [resolve(import.meta.dirname, 'build-setup.ts')],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
};

/** Whole processes for minutes, whose figures `npm run soak` prints. */
const soak = {
  extends: true as const,
  test: { ...processes.test, name: 'soak', include: SOAK, testTimeout: 900_000 },
};

/** What touches the queue, once more with the queue on Redis. */
const redis = {
  extends: true as const,
  test: {
    name: 'redis',
    include: ON_BOTH_STORES,
    exclude,
    globalSetup: [resolve(import.meta.dirname, 'build-setup.ts'), resolve(import.meta.dirname, 'redis-setup.ts')],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
};

const browser = {
  extends: true as const,
  test: {
    name: 'browser',
    // a browser on a busy machine may be slower than a test waits; what needed it is named (`second-tries.ts`)
    retry: 1,
    include: BROWSER,
    exclude,
    globalSetup: [resolve(import.meta.dirname, 'build-setup.ts')],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
};

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  // the build takes only what is used of the emails' parts; read whole, their code blocks and styles cost each process
  // 0.7 s
  resolve: { alias: { '@react-email/components': resolve(import.meta.dirname, 'mail-parts.ts') } },
  test: {
    globalSetup: [resolve(import.meta.dirname, 'global-setup.ts')],
    setupFiles: [resolve(import.meta.dirname, 'setup.ts')],
    pool: 'forks',
    isolate: false,
    // a condition that comes about is seen at once; only one that never does takes so long
    expect: { poll: { timeout: 10_000 } },
    sequence: { sequencer: LongestFirst },
    // more than the cores of a small machine: browser and process tests wait more than they calculate
    maxWorkers: 4,
    env: { NODE_ENV: 'test', TZ: 'UTC' },
    projects: [
      unit,
      integration,
      processes,
      ...(redisServerPath() ? [redis] : []),
      ...(chromiumPath() ? [browser] : []),
      ...(process.env['SOAK_REPORT'] === undefined ? [] : [soak]),
    ],
  },
});
