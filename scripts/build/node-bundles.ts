import { cpSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { ROOT } from './root.ts';

/** Bundle by bundle: where it comes from and where it lies in `dist`. */
export const NODE_ENTRIES = {
  'server/main': 'src/server/main.ts',
  'worker/main': 'src/worker/main.ts',
  // beside each bundle with the server in it: it runs by itself (draw-picture.ts)
  'server/picture-program': 'src/core/platform/pictures/picture-program.ts',
  'sandbox/picture-program': 'src/core/platform/pictures/picture-program.ts',
  'sandbox/main': 'sandbox/main.ts',
  'sandbox/entry-server': 'sandbox/entry/server.ts',
  'sandbox/entry-worker': 'sandbox/entry/worker.ts',
} as const;

/** Our own `#shared/…` and `#core/…`. */
const ownImports: Plugin = {
  name: 'own-imports',
  setup(build) {
    build.onResolve({ filter: /^#(shared|core)\// }, ({ path }) => ({ path: join(ROOT, 'src', path.slice(1)) }));
  },
};

/** Packages that go into the bundle, where only what is used of them stays: whole, they cost a process 70 MB. */
const INLINE = ['@react-email', 'kysely', 'libphonenumber-js', 'prettier', 'stripe', 'zod'];
const PACKAGE = /^[^./#]/;

/** All other packages are found in `node_modules` when the process starts. */
const externalPackages: Plugin = {
  name: 'external-packages',
  setup(build) {
    build.onResolve({ filter: PACKAGE }, ({ path, kind }) =>
      kind === 'entry-point' || INLINE.some((name) => path === name || path.startsWith(`${name}/`))
        ? undefined
        : { path, external: true },
    );
  },
};

/** The production image is built without the sandbox. */
const presentEntries = (): [string, string][] =>
  Object.entries(NODE_ENTRIES).filter(([, from]) => existsSync(join(ROOT, from)));

/** How esbuild bundles the processes; the `.tsx` of mails and pages is what plain Node cannot run. */
export function nodeBundleOptions(): BuildOptions {
  return {
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(presentEntries()),
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    jsx: 'automatic',
    sourcemap: true,
    metafile: true,
    logLevel: 'silent',
    plugins: [ownImports, externalPackages],
  };
}

/** Lays the tables that are read at run time beside each bundle, where `import.meta.url` finds them. */
export function copyData(): void {
  const from = join(ROOT, 'src/core/platform/us-data');
  if (!existsSync(from)) return;
  for (const folder of new Set(presentEntries().map(([entry]) => dirname(entry))))
    cpSync(from, join(ROOT, 'dist', folder, 'us-data'), {
      recursive: true,
      filter: (path) => !/\.tsx?$/.test(path),
    });
}

/** Bundles server, worker and sandbox (about 0.1 s). Throws with the place of the first fault in the sources. */
export async function buildNodeBundles(): Promise<void> {
  const { build, stop } = await import('esbuild');
  await build(nodeBundleOptions());
  // its helper process would live as long as ours
  await stop();
  copyData();
}
