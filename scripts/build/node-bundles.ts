import { cpSync, existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { ROOT } from './root.ts';

const WORKER_ENTRIES = {
  'worker/main': 'src/worker/main.ts',
  'sandbox/entry-worker': 'sandbox/entry/worker.ts',
} as const;
const OTHER_ENTRIES = {
  'server/main': 'src/server/main.ts',
  // beside each bundle with the server in it: they run by themselves (draw-image.ts, mail-thread.ts)
  'server/picture-program': 'src/core/platform/pictures/picture-program.ts',
  'sandbox/picture-program': 'src/core/platform/pictures/picture-program.ts',
  'server/mail-program': 'src/core/platform/inbound-mail/mail-program.ts',
  'sandbox/mail-program': 'src/core/platform/inbound-mail/mail-program.ts',
  'sandbox/main': 'sandbox/main.ts',
  'sandbox/entry-server': 'sandbox/entry/server.ts',
} as const;
/** Bundle by bundle: where it comes from and where it lies in `dist`. */
export const NODE_ENTRIES = { ...OTHER_ENTRIES, ...WORKER_ENTRIES };

/** Our own `#shared/…` and `#core/…`. */
const ownImports: Plugin = {
  name: 'own-imports',
  setup(build) {
    build.onResolve({ filter: /^#(shared|core)\// }, ({ path }) => ({ path: join(ROOT, 'src', path.slice(1)) }));
  },
};

/** Packages that go into the bundle, where only what is used of them stays: whole, they cost a process 70 MB. */
const INLINE = ['@react-email', 'kysely', 'libphonenumber-js', 'stripe', 'zod'];
/** Packages that the worker's bundle leaves out: native ones, what reads its own files, and what is seldom needed. */
const WORKER_LEAVES = ['@node-rs/argon2', 'msgpackr-extract', 'pdfkit', 'pg-native', 'prettier', 'sharp'];
const PACKAGE = /^[^./#]/;

const isOneOf = (names: readonly string[], path: string): boolean =>
  names.some((name) => path === name || path.startsWith(`${name}/`));

/** The other packages are found in `node_modules` when the process starts. */
const externalPackages = (isInside: (path: string) => boolean): Plugin => ({
  name: 'external-packages',
  setup(build) {
    build.onResolve({ filter: PACKAGE }, ({ path, kind }) =>
      kind === 'entry-point' || isInside(path) ? undefined : { path, external: true },
    );
  },
});

/** Zod holds on to its 60 languages, whichever are used. */
const englishOnly: Plugin = {
  name: 'english-only',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/** The production image is built without the sandbox. */
const presentEntries = (entries: Record<string, string>): [string, string][] =>
  Object.entries(entries).filter(([, from]) => existsSync(join(ROOT, from)));

function bundleOptions(entries: Record<string, string>, isInside: (path: string) => boolean): BuildOptions {
  return {
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(presentEntries(entries)),
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    jsx: 'automatic',
    sourcemap: true,
    metafile: true,
    logLevel: 'silent',
    plugins: [ownImports, englishOnly, externalPackages(isInside)],
  };
}

/** How esbuild bundles server and sandbox; the `.tsx` of emails and pages is what plain Node can't run. */
export const serverBundleOptions = (): BuildOptions => bundleOptions(OTHER_ENTRIES, (path) => isOneOf(INLINE, path));

/**
 * How esbuild bundles the worker, once for each place it lies in: with its packages, of which only what is used stays,
 * what is loaded later in files of their own, and all without white space, for V8 keeps the sources in memory (bench M2).
 */
export const workerBundleOptions = (): BuildOptions[] =>
  presentEntries(WORKER_ENTRIES).map(([entry, from]) => ({
    ...bundleOptions({ [basename(entry)]: from }, (path) => !isOneOf(WORKER_LEAVES, path)),
    outdir: join('dist', dirname(entry)),
    splitting: true,
    chunkNames: `${basename(entry)}-[name]-[hash]`,
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'external',
    // they lie beside it
    sourcesContent: false,
    // React has two of everything, and chooses by this
    define: { 'process.env.NODE_ENV': '"production"' },
    // what CommonJS packages take for granted
    banner: {
      js: "import { createRequire as toRequire } from 'node:module'; const require = toRequire(import.meta.url), __filename = '', __dirname = '';",
    },
  }));

/** Lays the tables that are read at run time beside each bundle, where `import.meta.url` finds them. */
export function copyData(): void {
  const from = join(ROOT, 'src/core/platform/us-data');
  if (!existsSync(from)) return;
  for (const folder of new Set(presentEntries(NODE_ENTRIES).map(([entry]) => dirname(entry))))
    cpSync(from, join(ROOT, 'dist', folder, 'us-data'), {
      recursive: true,
      filter: (path) => !/\.tsx?$/.test(path),
    });
}

/** Bundles server, worker and sandbox (about 0.5 s). Throws with the place of the first fault in the sources. */
export async function buildNodeBundles(): Promise<void> {
  const { build, stop } = await import('esbuild');
  await Promise.all([build(serverBundleOptions()), ...workerBundleOptions().map(build)]);
  // its helper process would live as long as ours
  await stop();
  copyData();
}
