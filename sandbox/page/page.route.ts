import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { Router } from 'express';
import type { SandboxOptions } from '../options.ts';
import { sandboxPage } from './page.html.ts';

// In the source tree, the folder is next to this file. In dist/sandbox, it's with the bundled sources.
const FOLDER =
  ['browser', '../../sandbox/page/browser']
    .map((place) => join(import.meta.dirname, place))
    .find((place) => existsSync(place)) ?? 'sandbox/page/browser';

/** Serves the page and the modules that it loads, with their types stripped. */
export function pageRoutes(options: SandboxOptions): Router {
  const router = Router();
  const { appUrl, providers, productName = 'Picket' } = options;
  router.get('/', (_request, response) => {
    response
      .set('Cache-Control', 'no-store')
      .set('Referrer-Policy', 'no-referrer')
      .type('html')
      .send(sandboxPage({ appUrl, productName, providers }));
  });
  for (const name of readdirSync(FOLDER))
    router.get(`/assets/${name}`, (_request, response) => {
      response.type(name.endsWith('.ts') ? 'js' : 'css').send(assetOf(name));
    });
  return router;
}

const assets = new Map<string, string>();

/**
 * Returns a file as the browser receives it. It's compiled on request, because each compilation starts its own
 * process.
 */
function assetOf(name: string): string {
  const known = assets.get(name);
  if (known !== undefined) return known;
  const source = readFileSync(join(FOLDER, name), 'utf8');
  const asset = name.endsWith('.ts') ? transformSync(source, { loader: 'ts', target: 'es2022' }).code : source;
  assets.set(name, asset);
  return asset;
}
