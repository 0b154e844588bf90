import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import LongestFirst from './longest-first.ts';
import { ON_BOTH_STORES } from './redis-project.ts';
import { canariesOf, EVERYTHING, longToo } from './suites.ts';
import { chromiumPath, redisServerPath } from './tools.ts';

/**
 * A test file's name determines its project: `*.unit.test.ts(x)` pure, no Postgres · `*.dom.test.ts` dialogs and forms
 * in happy-dom · `*.test.ts(x)` integration on a real Postgres · `*.process.test.ts` whole processes · `*.soak.test.ts`
 * only in `npm run soak` · `*.redis.test.ts`, `*.redis.process.test.ts` on a redis-server · `*.browser.test.ts` Chromium
 * on the production build.
 *
 * `npm test` leaves long tests out (`suites.ts`).
 *
 * The files of a project run one after another in the same process (`isolate: false`), because loading the product for
 * each file took half of the time. So each test must restore whatever it changes in globals.
 */
const UNIT = ['**/*.unit.test.{ts,tsx}'];
const REDIS = ['**/*.redis.test.ts', '**/*.redis.process.test.ts'];
const PROCESSES = ['**/*.process.test.ts'];
const BROWSER = ['**/*.browser.test.ts'];
const DOM = ['**/*.dom.test.ts'];
const SOAK = ['**/*.soak.test.ts'];
const exclude = [...configDefaults.exclude, '**/.data/**', '**/dist/**', ...(redisServerPath() ? [] : REDIS)];

const unit = {
  extends: true as const,
  test: { name: 'unit', ...longToo({ include: UNIT, exclude }), testTimeout: 60_000 },
};

const dom = {
  extends: true as const,
  oxc: { jsx: { development: false } },
  test: {
    name: 'dom',
    ...canariesOf('.dom.test.ts', { include: DOM, exclude }),
    environment: 'happy-dom',
    environmentOptions: {
      happyDOM: {
        url: 'http://127.0.0.1/',
        settings: { disableIframePageLoading: true, navigation: { disableMainFrameNavigation: true } },
      },
    },
    // It keeps toasts in its module. As a part of the client, it starts anew with each page.
    server: { deps: { inline: ['sonner'] } },
    // As built: React's development build takes twice the CPU time. The time zone is that of the contractor's browser.
    env: { NODE_ENV: 'production', TZ: 'America/New_York' },
    testTimeout: 120_000,
  },
};

const integration = {
  extends: true as const,
  test: {
    name: 'integration',
    ...longToo({
      include: ['**/*.test.{ts,tsx}'],
      exclude: [...exclude, ...UNIT, ...PROCESSES, ...BROWSER, ...DOM, ...SOAK],
    }),
    testTimeout: 60_000,
    hookTimeout: 30_000,
  },
};

const processes = {
  extends: true as const,
  test: {
    name: 'processes',
    ...canariesOf('.process.test.ts', { include: PROCESSES, exclude }),
    globalSetup: [resolve(import.meta.dirname, 'build-setup.ts')],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
};

/** Tests of whole processes that run for minutes. `npm run soak` prints their figures. */
const soak = {
  extends: true as const,
  test: { ...processes.test, name: 'soak', include: SOAK, testTimeout: 900_000 },
};

/** Everything that uses the queue is tested again with the queue in Redis. */
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
    // A browser on a busy machine can be slower than a test's timeout. `second-tries.ts` reports the tests that needed
    // a second attempt.
    retry: 1,
    ...canariesOf('.browser.test.ts', { include: BROWSER, exclude }),
    globalSetup: [resolve(import.meta.dirname, 'build-setup.ts')],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
};

export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  // The alias includes only the parts that emails use. Loading the whole package with its code blocks and styles takes
  // each process 0.7 s.
  resolve: { alias: { 'react-email': resolve(import.meta.dirname, 'mail-parts.ts') } },
  test: {
    globalSetup: [resolve(import.meta.dirname, 'global-setup.ts')],
    setupFiles: [resolve(import.meta.dirname, 'setup.ts')],
    pool: 'forks',
    isolate: false,
    // A process runs many files and creates a lot of short-lived garbage. With more space for it, integration tests take
    // about 10% less CPU time.
    execArgv: ['--max-semi-space-size=64'],
    // A condition that becomes true is noticed immediately. Only a failing test waits this long.
    expect: { poll: { timeout: 10_000 } },
    sequence: { sequencer: LongestFirst },
    // More workers than a small machine has cores, because browser and process tests wait more than they compute.
    maxWorkers: 4,
    env: { NODE_ENV: 'test', TZ: 'UTC' },
    projects: [
      unit,
      dom,
      integration,
      processes,
      ...(EVERYTHING && redisServerPath() ? [redis] : []),
      ...(chromiumPath() ? [browser] : []),
      ...(process.env['SOAK_REPORT'] === undefined ? [] : [soak]),
    ],
  },
});
