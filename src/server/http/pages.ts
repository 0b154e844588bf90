import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type Router } from 'express';
import { AppError } from '#shared/primitives/app-error.ts';

const PAGES = ['/', '/auth', '/dashboard', '/admin'];

/** The dashboard's pages (one shell, the browser draws them) and its files, from `folder` (`dist/client`). */
export function pageRoutes(folder: string, productName: string): Router {
  const routes = express.Router();
  routes.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false, fallthrough: true }),
  );
  routes.get(PAGES, async (_req, res) => {
    res.set('Cache-Control', 'no-cache').type('html');
    res.send(await shell(folder, productName));
  });
  // the shell as the build left it would show a placeholder for the name
  routes.get('/index.html', (_req, res) => res.redirect(301, '/'));
  routes.use(express.static(folder, { index: false, redirect: false, maxAge: '1h', dotfiles: 'ignore' }));
  return routes;
}

async function shell(folder: string, productName: string): Promise<string> {
  try {
    const html = await readFile(join(folder, 'index.html'), 'utf8');
    return html.replaceAll('__PRODUCT_NAME__', () => escapeHtml(productName));
  } catch (cause) {
    throw new AppError('The pages are not built yet', 'PROVIDER_UNAVAILABLE', { cause });
  }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
