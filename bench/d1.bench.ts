import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { ROOT } from '../scripts/build/root.ts';
import { buildIfNeeded } from '../scripts/build.ts';
import type { Line } from './result.ts';

export const D1_GOAL = 118;
/** The floor for D1 in docs/benchmarks.md: the combined size of React, React DOM and its scheduler, in kB (gzip). */
const REACT = 67.6;

const CLIENT = join(ROOT, 'dist', 'client');
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
);

/** Everything that's loaded before the leads are painted: the page's entry, the dashboard and the Leads tab. */
const SCREEN = [
  'index.html',
  'src/client/features/dashboard/dashboard-page.tsx',
  'src/client/features/leads/leads-tab.tsx',
  'src/client/features/leads/leads-table.tsx',
  'src/client/features/dashboard/quota.tsx',
];

/** Returns the files of the first dashboard screen with their gzip sizes, largest first. */
export async function firstScreen(): Promise<{ file: string; gzip: number }[]> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(CLIENT, '.vite', 'manifest.json'), 'utf8')));
  const wanted = new Set<string>();
  const take = (name: string): void => {
    if (wanted.has(name)) return;
    wanted.add(name);
    for (const imported of manifest[name]?.imports ?? []) take(imported);
  };
  for (const name of SCREEN) if (manifest[name]) take(name);
  const files = [...wanted].flatMap((name) => manifest[name]?.file ?? []);
  const sizes = await Promise.all(
    files.map(async (file) => ({ file, gzip: gzipSync(await readFile(join(CLIENT, file)), { level: 9 }).length })),
  );
  return sizes.toSorted((a, b) => b.gzip - a.gzip);
}

export async function d1(): Promise<Line[]> {
  await buildIfNeeded({ say: (line) => console.error(line) });
  const files = await firstScreen();
  for (const { file, gzip } of files) console.error(`  ${String(gzip).padStart(6)} ${file}`);
  const kilobytes = files.reduce((sum, { gzip }) => sum + gzip, 0) / 1000;
  return [
    {
      id: 'D1',
      ours: `${kilobytes.toFixed(1)} kB`,
      peer: '150 kB recorded',
      floor: `${REACT} kB`,
      ratio: kilobytes / REACT,
      goal: `at most ${D1_GOAL} kB`,
      met: kilobytes <= D1_GOAL,
      valid: true,
    },
  ];
}
