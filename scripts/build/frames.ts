import { createHash } from 'node:crypto';
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

const isStyle = (file: string) => file.endsWith('.css');

/**
 * Preloads at a low priority, because the page is there before its scripts: on a slow line, they'd take bytes from its
 * font.
 */
const preload = (file: string) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`;

const link = (file: string) => `<link rel="stylesheet" crossorigin href="/${file}">`;

/**
 * The style sheets that a page needs, in its HTML: a first visit then paints after one response. Vite's loader would
 * fetch them once more before it runs the page's module, unless it finds a link; a disabled one isn't fetched.
 */
const inline = (files: string[], css: string): string => {
  const found = files.map((file) => `<link rel="stylesheet" disabled crossorigin href="/${file}">`);
  return [`<style>${css}</style>`, ...found].join('\n    ');
};

/** Returns the content of these style sheets. Throws if it can't be in a style element. */
function cssOf(files: string[]): string {
  const css = files.map((file) => readFileSync(join(CLIENT, file), 'utf8').trim()).join('\n');
  if (css.includes('</')) throw new Error('a style sheet would end its own element');
  return css;
}

/** Replaces exactly one occurrence. Throws if there's none, because the page would otherwise lack its frame. */
const replaceIn = (html: string, from: string | RegExp, to: string): string => {
  const replaced = html.replace(from, () => to);
  if (replaced === html) throw new Error(`index.html has no ${String(from)}`);
  return replaced;
};

function pageOf(index: string, manifest: Manifest, frame: Frame): { html: string; style?: string } {
  if (/<[^>]+ style=/.test(frame.html)) throw new Error(`${frame.path} has a style attribute, which our policy blocks`);
  const files = [...filesOf(manifest, 'index.html'), ...filesOf(manifest, `src/client/${frame.module}`)];
  const styles = [...new Set(files.filter(isStyle))];
  const head = index.replaceAll(/\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, '');
  const scripts = [...new Set(files.filter((file) => !isStyle(file) && !head.includes(`"/${file}"`)))];
  // who opens the dashboard was here before, and has its styles
  const css = frame.path === '/dashboard' ? undefined : cssOf(styles);
  const shown = css === undefined ? styles.map(link).join('\n    ') : inline(styles, css);
  const framed = replaceIn(
    replaceIn(head, '</head>', `${[shown, ...scripts.map(preload)].join('\n    ')}\n  </head>`),
    '<div id="root"></div>',
    `<div id="root" data-search="${frame.search.replaceAll('&', '&amp;')}">${frame.html}</div>`,
  );
  const html =
    frame.title === undefined ? framed : replaceIn(framed, /<title>.*<\/title>/, `<title>${frame.title}</title>`);
  if (css === undefined) return { html };
  return { html, style: `'sha256-${createHash('sha256').update(css).digest('base64')}'` };
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
    const { html, style } = pageOf(index, manifest, frame);
    writeFileSync(join(folder, file), html);
    return { path: frame.path, search: frame.search, file, style };
  });
  writeFileSync(join(folder, 'frames.json'), JSON.stringify(list, null, 2));
}
