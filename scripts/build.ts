import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildFrames } from './build/frames.ts';
import { buildNodeBundles } from './build/node-bundles.ts';
import { oneAtATime } from './build/one-at-a-time.ts';
import { ROOT } from './build/root.ts';
import { builtHash, type Half, noteBuilt, sourcesHash } from './build/sources.ts';

type Say = (line: string) => void;

/** Builds the dashboard and the widget with Vite, and the frames of the first pages (about 5 s). */
async function buildBrowser(): Promise<void> {
  const { createBuilder } = await import('vite');
  const before = process.env['NODE_ENV'];
  // Otherwise, NODE_ENV from a test run or the machine could put React's development version into the build.
  process.env['NODE_ENV'] = 'production';
  try {
    const builder = await createBuilder({
      configFile: join(ROOT, 'vite.config.ts'),
      mode: 'production',
      logLevel: 'warn',
    });
    await builder.buildApp();
    await buildFrames();
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
  }
}

const HALVES: { half: Half; what: string; build: () => Promise<void>; clean: string[] }[] = [
  {
    half: 'node',
    what: 'server and worker',
    build: buildNodeBundles,
    clean: ['server', 'worker', 'sandbox', 'commands'],
  },
  { half: 'browser', what: 'dashboard and widget', build: buildBrowser, clean: ['client', 'widget'] },
];

/**
 * Builds the parts of the product whose sources have changed since their last complete build. With `force`, builds all
 * parts. Writes them to `dist`. Several processes may call it concurrently. Rejects with the bundler's message if the
 * sources contain an error.
 */
export async function buildIfNeeded({ say, force = false }: { say: Say; force?: boolean }): Promise<void> {
  const stale = () => HALVES.filter(({ half }) => force || builtHash(half) !== sourcesHash(half));
  if (stale().length === 0) return;
  await oneAtATime(async () => {
    for (const { half, what, build, clean } of stale()) {
      say(`Building ${what} …`);
      const hash = sourcesHash(half);
      for (const folder of clean) rmSync(join(ROOT, 'dist', folder), { recursive: true, force: true });
      await build();
      noteBuilt(half, hash);
    }
  });
}

if (process.argv[1] === import.meta.filename) {
  const started = performance.now();
  await buildIfNeeded({ say: (line) => console.log(line), force: true });
  console.log(`Built into dist in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}
