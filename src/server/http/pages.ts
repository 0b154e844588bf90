import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import express, { type Router } from 'express';
import type { Config } from '#core/platform/config.ts';
import { allowStyle } from './security-headers.ts';
import { z } from 'zod';
import { safeNextPath } from '#shared/features/auth/next-path.ts';
import { AppError } from '#shared/primitives/app-error.ts';
import { formatBasisPoints } from '#shared/primitives/cents.ts';

/** The settings in the HTML shell. All of them are public. */
type Told = Pick<Config, 'PRODUCT_NAME' | 'PUBLIC_URL' | 'SUPPORT_EMAIL' | 'PLATFORM_FEE_BPS'>;

const PAGES = ['/', '/auth', '/dashboard', '/admin'];

/**
 * A page that was rendered at build time (`scripts/build/frames.ts`): its path and query, its file, and the content of
 * its style element, if it has one, as a source of the security policy.
 */
const framesSchema = z.array(
  z.object({ path: z.string(), search: z.string(), file: z.string(), style: z.string().optional() }),
);

/**
 * Serves the HTML of the dashboard, the rest of which is rendered in the browser, and the dashboard's files from
 * `folder` (`dist/client`).
 */
export function pageRoutes(folder: string, told: Told): Router {
  const routes = express.Router();
  routes.use(
    '/assets',
    express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', index: false, redirect: false }),
  );
  routes.get(PAGES, async (req, res) => {
    // search engines may index only the landing page and the plain sign-in page
    if (!['/', '/auth'].includes(req.originalUrl) && req.path !== '/') res.set('X-Robots-Tag', 'noindex');
    res.set('Cache-Control', 'no-cache').type('html');
    const { html, style } = await page(folder, told, addressOf(req.originalUrl));
    if (style !== undefined) allowStyle(res, style);
    res.send(html);
  });
  // without this, the built file would be sent with its placeholders
  routes.get('/index.html', (_req, res) => res.redirect(301, '/'));
  // lets phones install the dashboard on the home screen
  routes.get('/manifest.webmanifest', (_req, res) => {
    res
      .set('Cache-Control', 'public, max-age=3600')
      .type('application/manifest+json')
      .send(JSON.stringify(webManifest(told)));
  });
  routes.use(express.static(folder, { index: false, redirect: false, maxAge: '1h', dotfiles: 'ignore' }));
  return routes;
}

/** The route also matches '//', which isn't a path of a URL. */
const addressOf = (path: string): URL => URL.parse(path, 'http://picket') ?? new URL('http://picket');

const webManifest = ({ PRODUCT_NAME }: Pick<Told, 'PRODUCT_NAME'>) => ({
  id: '/dashboard',
  name: PRODUCT_NAME,
  short_name: PRODUCT_NAME,
  description: 'Leads, estimates, follow-ups and deposits for fence contractors.',
  start_url: '/dashboard',
  scope: '/',
  display: 'standalone',
  background_color: '#15262d',
  theme_color: '#15262d',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
});

/**
 * Returns the file whose frame fits the request: the first one in the list whose path is the same and whose query occurs
 * in the request's. The value of `next` doesn't matter, because it isn't visible. Without a frame, that's `index.html`,
 * which is empty.
 */
async function fileFor(
  folder: string,
  { pathname, searchParams }: URL,
): Promise<{ file: string; style?: string | undefined }> {
  const list = await readFile(join(folder, '.frames', 'frames.json'), 'utf8').catch(() => '[]');
  const path = pathname.replace(/(?<=.)\/$/, '');
  const fits = (search: string) =>
    [...new URLSearchParams(search)].every(([name, value]) =>
      name === 'next' ? safeNextPath(searchParams.get(name)) !== null : searchParams.get(name) === value,
    );
  const frame = framesSchema.parse(JSON.parse(list)).find((one) => one.path === path && fits(one.search));
  return frame ? { ...frame, file: join('.frames', frame.file) } : { file: 'index.html' };
}

async function page(folder: string, told: Told, address: URL): Promise<{ html: string; style: string | undefined }> {
  try {
    const { file, style } = await fileFor(folder, address);
    const built = await readFile(join(folder, file), 'utf8');
    const { PRODUCT_NAME, PUBLIC_URL, SUPPORT_EMAIL } = told;
    const values: Record<string, string> = {
      PRODUCT_NAME,
      PUBLIC_URL,
      SUPPORT_EMAIL,
      PLATFORM_FEE: formatBasisPoints(told.PLATFORM_FEE_BPS),
    };
    const html = built.replaceAll(/__(PRODUCT_NAME|PUBLIC_URL|SUPPORT_EMAIL|PLATFORM_FEE)__/g, (_, name: string) =>
      escapeHtml(values[name] ?? ''),
    );
    return { html, style };
  } catch (cause) {
    throw new AppError('The pages aren’t built yet', 'PROVIDER_UNAVAILABLE', { cause });
  }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
