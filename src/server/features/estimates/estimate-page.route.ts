import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import express, { type Request, type Response, type Router } from 'express';
import { documentOf } from '#core/features/estimates/estimate-document.ts';
import { openEstimate, type OpenedEstimate, recordView } from '#core/features/estimates/open-estimate.ts';
import { statusNow } from '#core/features/estimates/estimate-status.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import type { EstimateStatus } from '#shared/features/estimates/estimates.schema.ts';
import { brandFill } from '#shared/features/widget/brand-fill.ts';
import { formatDate } from '#shared/primitives/local-date.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { type EstimatePageView, renderEstimatePage } from './estimate-page.tsx';
import { renderNoEstimatePage } from './page-frame.tsx';

type PageDeps = Pick<ServerDeps, 'db' | 'system' | 'clock' | 'logger' | 'sessions'>;

const FONT = createRequire(import.meta.url).resolve(
  '@fontsource-variable/archivo/files/archivo-latin-standard-normal.woff2',
);

/**
 * The homeowner's page (decisions.md, `/estimate/:token`), rendered here, readable without a script. An unknown,
 * altered or revoked token gets one and the same 404. Case counts, so that the log's redaction sees every token.
 */
export function estimatePageRoutes(deps: PageDeps): Router {
  const routes = express.Router({ caseSensitive: true });
  routes.get('/fonts/archivo.woff2', (_req, res) => {
    res.sendFile(FONT, { maxAge: '30d', immutable: true });
  });
  routes.get('/estimate/:token', async (req, res) => {
    const nonce = randomBytes(16).toString('base64');
    privateHeaders(res, nonce);
    const opened = await openEstimate(deps, req.params.token);
    if (!opened) {
      res.status(404).send(renderNoEstimatePage(nonce));
      return;
    }
    if (isPerson(req)) await noteView(deps, req, opened);
    res.send(renderEstimatePage(toView(opened, deps.clock.now()), nonce));
  });
  return routes;
}

/** Nothing of the page is kept, indexed, framed or told to another site; no script runs in it. */
function privateHeaders(res: Response, nonce: string): void {
  res.type('html').set({
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      "font-src 'self'",
      "img-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'private, no-store',
  });
}

const MACHINE = /bot\b|crawl|spider|slurp|preview|scanner|safelinks|facebookexternalhit|whatsapp\//i;

/** Mail and chat programs look at a link before the homeowner does: that is no view. */
const isPerson = (req: Request): boolean =>
  req.method === 'GET' &&
  !/prefetch|preview/i.test(
    `${req.get('sec-purpose') ?? ''} ${req.get('purpose') ?? ''} ${req.get('x-purpose') ?? ''}`,
  ) &&
  !MACHINE.test(req.get('user-agent') ?? '');

/** The contractor's own look does not count; a view that can't be noted never keeps the homeowner from reading. */
async function noteView(deps: PageDeps, req: Request, { version: { estimate } }: OpenedEstimate): Promise<void> {
  try {
    const { viewer } = await deps.sessions.read(req.headers.cookie);
    if (viewer?.company?.id === estimate.company_id) return;
    await recordView(deps, estimate);
  } catch (error) {
    deps.logger.error({ estimateId: estimate.id, err: errorForLog(error) }, 'a view of an estimate was not noted');
  }
}

function stateOf(status: EstimateStatus): EstimatePageView['state'] {
  if (status === 'superseded' || status === 'expired') return status;
  return status === 'sent' || status === 'viewed' ? 'open' : 'answered';
}

function toView({ version, brandColor }: OpenedEstimate, now: Date): EstimatePageView {
  const { chosen, ...document } = documentOf(version);
  return {
    number: document.number,
    state: stateOf(statusNow(version.estimate, now)),
    company: document.company,
    customer: document.customer,
    date: formatDate(document.date),
    validUntil: formatDate(document.validUntil),
    totalCents: chosen.totalCents,
    depositCents: chosen.deposit.cents,
    lines: chosen.lines,
    perimeter: chosen.perimeter,
    gateCount: chosen.gateCount,
    materialType: chosen.materialType,
    notes: document.notes,
    terms: chosen.terms,
    brand: brandColor === null ? null : brandFill(brandColor),
  };
}
