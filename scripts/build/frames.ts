import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Frame } from '../../src/client/frames.tsx';
import { ownImports } from './node-bundles.ts';
import { ROOT } from './root.ts';

const CLIENT = join(ROOT, 'dist', 'client');

/** All that the pages get of a browser: an address. A page that needs more fails here. */
const BROWSER = `
const location = { pathname: '/', search: '', hash: '' };
const history = { state: null, replaceState: (_state, _title, to) => {
  const { pathname, search } = new URL(to, 'http://picket');
  Object.assign(location, { pathname, search });
} };`;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

/** Renders the pages' frames. The dashboard's sources run in this process, without a browser. */
async function render(): Promise<Frame[]> {
  const { build } = await import('esbuild');
  const outfile = join(ROOT, 'dist', '.frames.mjs');
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/client/frames.tsx'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    jsx: 'automatic',
    packages: 'external',
    loader: { '.css': 'empty' },
    plugins: [ownImports],
    banner: { js: BROWSER },
    logLevel: 'silent',
  });
  try {
    const { renderFrames } = (await import(`${pathToFileURL(outfile).href}?${Date.now()}`)) as {
      renderFrames: () => Promise<Frame[]>;
    };
    return await renderFrames();
  } finally {
    rmSync(outfile);
  }
}

/** Returns the scripts and style sheets that a page's module needs, each once. */
function filesOf(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (!chunk) throw new Error(`the build has no ${name}`);
  const { file, imports = [], css = [] } = chunk;
  if (found.has(file)) return found;
  found.add(file);
  for (const sheet of css) found.add(sheet);
  for (const imported of imports) filesOf(manifest, imported, found);
  return found;
}

const linkTo = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;

/** Replaces exactly one occurrence. Throws if there's none, because the page would otherwise lack its frame. */
const replaceIn = (html: string, from: string | RegExp, to: string): string => {
  const replaced = html.replace(from, () => to);
  if (replaced === html) throw new Error(`index.html has no ${String(from)}`);
  return replaced;
};

function pageOf(index: string, manifest: Manifest, frame: Frame): string {
  const links = [...filesOf(manifest, `src/client/${frame.module}`)].filter((file) => !index.includes(`"/${file}"`));
  const framed = replaceIn(
    replaceIn(index, '</head>', `${links.map(linkTo).join('\n    ')}\n  </head>`),
    '<div id="root"></div>',
    `<div id="root" data-search="${frame.search.replaceAll('&', '&amp;')}">${frame.html}</div>`,
  );
  return frame.title === undefined ? framed : replaceIn(framed, /<title>.*<\/title>/, `<title>${frame.title}</title>`);
}

/**
 * Writes the pages with their frames to `dist/client/.frames`, and `frames.json` with the list of them. The server sends
 * the first one in the list that fits the request (`src/server/http/pages.ts`).
 */
export async function buildFrames(): Promise<void> {
  const index = readFileSync(join(CLIENT, 'index.html'), 'utf8');
  const manifest = JSON.parse(readFileSync(join(CLIENT, '.vite', 'manifest.json'), 'utf8')) as Manifest;
  const folder = join(CLIENT, '.frames');
  mkdirSync(folder, { recursive: true });
  const frames = await render();
  const list = frames.map((frame, number) => {
    const file = `${number}.html`;
    writeFileSync(join(folder, file), pageOf(index, manifest, frame));
    return { path: frame.path, search: frame.search, file };
  });
  writeFileSync(join(folder, 'frames.json'), JSON.stringify(list, null, 2));
}
