import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type Router } from 'express';
import type { Config } from '#core/platform/config.ts';
import { AppError } from '#shared/primitives/app-error.ts';

/** What the shell is told: only what anyone may know. */
type Told = Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_URL' | 'SUPPORT_EMAIL'>;

const PAGES = ['/', '/auth', '/dashboard', '/admin'];

/** The dashboard's pages (one shell, the browser draws them) and its files, from `folder` (`dist/client`). */
export function pageRoutes(folder: string, told: Told): Router {
  const routes = express.Router();
  routes.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false, fallthrough: true }),
  );
  routes.get(PAGES, async (req, res) => {
    // only the landing page is there to be found
    if (req.path !== '/') res.set('X-Robots-Tag', 'noindex');
    res.set('Cache-Control', 'no-cache').type('html');
    res.send(await shell(folder, told));
  });
  // the shell as the build left it would show placeholders
  routes.get('/index.html', (_req, res) => res.redirect(301, '/'));
  routes.use(express.static(folder, { index: false, redirect: false, maxAge: '1h', dotfiles: 'ignore' }));
  return routes;
}

async function shell(folder: string, told: Told): Promise<string> {
  try {
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    return html.replaceAll(/__(PRODUCT_NAME|PUBLIC_URL|SUPPORT_EMAIL)__/g, (_, name: keyof Told) =>
      escapeHtml(told[name]),
    );
  } catch (cause) {
    throw new AppError('The pages aren’t built yet', 'PROVIDER_UNAVAILABLE', { cause });
  }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
