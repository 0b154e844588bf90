import { createRequire } from 'node:module';
import express, { type Request, type Router } from 'express';
import { tokenOfCode } from '#core/features/estimates/estimate-links.ts';
import { recordView } from '#core/features/agreements/open-estimate.ts';
import type { EstimatePage } from '#core/features/agreements/read-page.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { answerRoutes } from './estimate-answers.route.ts';
import { countMiss } from './answer-limits.ts';
import { loadPageScript } from './page-script.ts';
import { findPage, type PageRoutes, sendNoPage, sendOn, sendPage, sendPdf } from './send-page.ts';

const FONT = createRequire(import.meta.url).resolve(
  '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2',
);

/**
 * The homeowner's page (decisions.md, `/estimate/:token`), rendered on the server, with its forms and its PDF. Unknown,
 * altered and revoked tokens get the same 404. Paths are case-sensitive, so that log redaction matches every token.
 */
export function estimatePageRoutes(deps: ServerDeps, { script: file }: { script: string }): Router {
  const routes = express.Router({ caseSensitive: true });
  const shared: PageRoutes = { deps, script: loadPageScript(file) };
  routes.get('/fonts/archivo.woff2', (_req, res) => {
    res.sendFile(FONT, { maxAge: '30d', immutable: true });
  });
  routes.get('/estimate.js', (_req, res, next) => {
    if (!shared.script) return next();
    res.type('text/javascript').set('Cache-Control', 'public, max-age=31536000, immutable').send(shared.script.content);
  });
  routes.get('/estimate/:token.pdf', async (req, res) => {
    const { token } = req.params;
    const ip = req.ip ?? '';
    const page = await findPage(deps, { token, option: req.query['option'], language: req.query['lang'], ip });
    if (page) await sendPdf(deps, res, { page, token, ip });
    else sendNoPage(res);
  });
  routes.get('/estimate/:token', async (req, res) => {
    const { token } = req.params;
    const { option, payment, asked, lang: language } = req.query;
    // the query parameter proves nothing, so the server asks Stripe (S3)
    const page = await findPage(deps, { token, option, language, ip: req.ip ?? '', paid: payment !== undefined });
    if (!page) return sendNoPage(res);
    if (isPerson(req)) await noteView(deps, req, page);
    sendPage(res, shared, { page, token, asked: asked !== undefined });
  });
  // the short link in texts; the page that it redirects to counts the view
  routes.get('/e/:code', async (req, res) => {
    const token = await tokenOfCode(deps, req.params.code);
    if (token !== undefined) return sendOn(res, token);
    await countMiss(deps, req.ip ?? '');
    sendNoPage(res);
  });
  routes.use(answerRoutes(shared));
  return routes;
}

const MACHINE = /bot\b|crawl|spider|slurp|preview|scanner|safelinks|facebookexternalhit|whatsapp\//i;

/** Link scanners of email and chat apps open a link before the homeowner does. Their requests don't count as views. */
const isPerson = (req: Request): boolean =>
  req.method === 'GET' &&
  !/prefetch|preview/i.test(
    `${req.get('sec-purpose') ?? ''} ${req.get('purpose') ?? ''} ${req.get('x-purpose') ?? ''}`,
  ) &&
  !MACHINE.test(req.get('user-agent') ?? '');

/** The contractor's own view doesn't count; if a view can't be recorded, the homeowner still sees the page. */
async function noteView(deps: ServerDeps, req: Request, { version: { estimate } }: EstimatePage): Promise<void> {
  try {
    const { viewer } = await deps.sessions.read(req.headers.cookie);
    if (viewer?.company?.id === estimate.company_id) return;
    await recordView(deps, estimate);
  } catch (error) {
    deps.logger.error({ estimateId: estimate.id, err: errorForLog(error) }, 'a view of an estimate was not noted');
  }
}
