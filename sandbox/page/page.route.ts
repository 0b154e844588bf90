import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { Router } from 'express';
import type { SandboxOptions } from '../options.ts';
import { sandboxPage } from './page.html.ts';

// Beside this file or, when bundled into dist/sandbox, in the sources of the bundle.
const FOLDER =
  ['browser', '../../sandbox/page/browser']
    .map((place) => join(import.meta.dirname, place))
    .find((place) => existsSync(place)) ?? 'sandbox/page/browser';

/** The page for people and the modules it loads, with their types stripped. */
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

/** A file as the browser receives it, compiled on request because each compilation takes a process of its own. */
function assetOf(name: string): string {
  const known = assets.get(name);
  if (known !== undefined) return known;
  const source = readFileSync(join(FOLDER, name), 'utf8');
  const asset = name.endsWith('.ts') ? transformSync(source, { loader: 'ts', target: 'es2022' }).code : source;
  assets.set(name, asset);
  return asset;
}
