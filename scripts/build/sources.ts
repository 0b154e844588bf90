import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';

const COMMON = ['package-lock.json', 'package.json', 'tsconfig.json'];

/** The sources of each half of the build. The browser half uses the server's types, but never its code. */
export const SOURCES = {
  browser: [
    ...COMMON,
    'vite.config.ts',
    'scripts/build/first-chunks.ts',
    'scripts/build/frames.ts',
    'index.html',
    'public/**',
    'src/{client,widget,shared}/**',
  ],
  node: [...COMMON, 'scripts/**', 'src/{server,worker,core,shared}/**', 'sandbox/**'],
} as const;

export type Half = keyof typeof SOURCES;

/** Returns a hash of the contents of all sources in one half of the build. */
export function sourcesHash(half: Half): string {
  const hash = createHash('sha256');
  for (const file of globSync([...SOURCES[half]], { cwd: ROOT }).toSorted()) {
    if (/\.test\.tsx?$/.test(file) || !statSync(join(ROOT, file)).isFile()) continue;
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Returns the source hash of one half of the build in `dist`. Returns undefined if that build never completed. */
export function builtHash(half: Half): string | undefined {
  const file = stampOf(half);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Records that a build is complete. If a build is killed before this call, the next run repeats it. */
export function noteBuilt(half: Half, hash: string): void {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(stampOf(half), hash);
}

/** Removes the hash. `dev` uses this, because it replaces single files in `dist`. */
export const forgetBuilt = (half: Half): void => rmSync(stampOf(half), { force: true });

const stampOf = (half: Half) => join(ROOT, 'dist', `.built-${half}`);
