import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { ROOT } from './root.ts';

const WORKER_ENTRIES = {
  'worker/main': 'src/worker/main.ts',
  'sandbox/entry-worker': 'sandbox/entry/worker.ts',
} as const;
/** The commands of the production image, which has no sources. From a checkout, npm runs the sources themselves. */
const COMMAND_ENTRIES = {
  'commands/migrate': 'scripts/migrate.ts',
  'commands/admin': 'scripts/admin.ts',
  'commands/backup': 'scripts/backup.ts',
  'commands/restore': 'scripts/restore.ts',
  'commands/doctor': 'scripts/doctor.ts',
} as const;
const OTHER_ENTRIES = {
  ...COMMAND_ENTRIES,
  'server/main': 'src/server/main.ts',
  // Written next to each bundle that runs them, because these programs run separately (draw-picture.ts,
  // mail-parser-thread.ts, pdf-drawer.ts).
  'server/picture-program': 'src/core/platform/pictures/picture-program.ts',
  'sandbox/picture-program': 'src/core/platform/pictures/picture-program.ts',
  'server/mail-program': 'src/core/platform/inbound-mail/mail-program.ts',
  'sandbox/mail-program': 'src/core/platform/inbound-mail/mail-program.ts',
  'server/pdf-program': 'src/core/features/estimates/pdf/pdf-program.ts',
  'worker/pdf-program': 'src/core/features/estimates/pdf/pdf-program.ts',
  'sandbox/pdf-program': 'src/core/features/estimates/pdf/pdf-program.ts',
  'sandbox/main': 'sandbox/main.ts',
  'sandbox/entry-server': 'sandbox/entry/server.ts',
} as const;
/** Each bundle's location in `dist`, and its source. */
export const NODE_ENTRIES = { ...OTHER_ENTRIES, ...WORKER_ENTRIES };

/** Resolves our import aliases `#shared/…` and `#core/…`. */
export const ownImports: Plugin = {
  name: 'own-imports',
  setup(build) {
    build.onResolve({ filter: /^#(shared|core)\// }, ({ path }) => ({ path: join(ROOT, 'src', path.slice(1)) }));
  },
};

/** Packages that are bundled with only the parts we use. Otherwise, they would cost each process 70 MB of memory. */
const INLINE = ['@react-email', 'html5parser', 'kysely', 'libphonenumber-js', 'react-email', 'stripe', 'zod'];
/**
 * Packages that aren't in the worker's bundle: native packages, packages that read their own files, and rarely used
 * packages.
 */
const WORKER_LEAVES = ['@node-rs/argon2', 'msgpackr-extract', 'pdfkit', 'pg-native', 'prettier', 'sharp'];
const PACKAGE = /^[^./#]/;

const isOneOf = (names: readonly string[], path: string): boolean =>
  names.some((name) => path === name || path.startsWith(`${name}/`));

/** Leaves all other packages out of the bundles. They're loaded from `node_modules` when the process starts. */
const externalPackages = (isInside: (path: string) => boolean): Plugin => ({
  name: 'external-packages',
  setup(build) {
    build.onResolve({ filter: PACKAGE }, ({ path, kind }) =>
      kind === 'entry-point' || isInside(path) ? undefined : { path, external: true },
    );
  },
});

/** Zod bundles all of its 60 languages, so this keeps only English. */
const englishOnly: Plugin = {
  name: 'english-only',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/**
 * Escapes non-ASCII characters that esbuild leaves unescaped in regular expressions and raw templates. A single such
 * character makes V8 store the whole file with two bytes per character (bench M2).
 */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  setup(build) {
    build.onEnd(({ metafile }) => {
      const scripts = Object.keys(metafile?.outputs ?? {}).filter((path) => path.endsWith('.js'));
      for (const path of scripts.map((each) => join(ROOT, each))) {
        const code = readFileSync(path, 'utf8');
        // oxlint-disable-next-line no-control-regex
        const escaped = code.replaceAll(
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        );
        if (escaped !== code) writeFileSync(path, escaped);
      }
    });
  },
};

/** Omits missing sources, because the production image is built without the sandbox. */
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

/**
 * The esbuild options for the server and sandbox. These programs must be bundled, because Node can't run the `.tsx`
 * files of emails and pages.
 */
export const serverBundleOptions = (): BuildOptions => {
  const options = bundleOptions(OTHER_ENTRIES, (path) => isOneOf(INLINE, path));
  return { ...options, plugins: [...(options.plugins ?? []), asciiOnly] };
};

/**
 * Returns the esbuild options for the worker's bundles, one set for each bundle. A bundle contains only the parts of
 * packages that we use. Code that's loaded later is in separate files. Whitespace is removed, because V8 keeps the
 * sources in memory (bench M2).
 */
export const workerBundleOptions = (): BuildOptions[] =>
  presentEntries(WORKER_ENTRIES).map(([entry, from]) => ({
    ...bundleOptions({ [basename(entry)]: from }, (path) => !isOneOf(WORKER_LEAVES, path)),
    plugins: [ownImports, englishOnly, externalPackages((path) => !isOneOf(WORKER_LEAVES, path)), asciiOnly],
    outdir: join('dist', dirname(entry)),
    splitting: true,
    chunkNames: `${basename(entry)}-[name]-[hash]`,
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'external',
    // The sources are in the same folder.
    sourcesContent: false,
    // React uses this variable to select one of two versions of each module.
    define: { 'process.env.NODE_ENV': '"production"' },
    // CommonJS packages expect these globals.
    banner: {
      js: "import { createRequire as toRequire } from 'node:module'; const require = toRequire(import.meta.url), __filename = '', __dirname = '';",
    },
  }));

/** Copies the tables that are read at run time to each bundle's folder, so that `import.meta.url` finds them. */
export function copyData(): void {
  const from = join(ROOT, 'src/core/platform/us-data');
  if (!existsSync(from)) return;
  for (const folder of new Set(presentEntries(NODE_ENTRIES).map(([entry]) => dirname(entry))))
    cpSync(from, join(ROOT, 'dist', folder, 'us-data'), {
      recursive: true,
      filter: (path) => !/\.tsx?$/.test(path),
    });
}

/** Bundles the server, worker and sandbox (about 0.5 s). Throws with the location of the first error in the sources. */
export async function buildNodeBundles(): Promise<void> {
  const { build, stop } = await import('esbuild');
  await Promise.all([build(serverBundleOptions()), ...workerBundleOptions().map(build)]);
  // Without this call, esbuild's helper process would run until our process ends.
  await stop();
  copyData();
}
