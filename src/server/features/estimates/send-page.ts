import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { Response } from 'express';
import { AppError, ERROR_STATUS } from '#shared/primitives/app-error.ts';
import { errorForLog } from '#core/platform/log-error.ts';
import { brandFill } from '#shared/features/widget/brand-fill.ts';
import { pdfOf } from '#core/features/estimates/pdf/pdf-of.ts';
import { drawInvoice, readInvoice } from '#core/features/balances/invoice.ts';
import { inCompany } from '#core/platform/db/app.ts';
import { type EstimatePage, readEstimatePage } from '#core/features/agreements/read-page.ts';
import { readInstantPreview } from '#core/features/instant/preview-instant.ts';
import { confirmPayment } from '#core/features/payments/confirm-payment.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { browserLanguage } from '../../http/browser-language.ts';
import { countDrawing, countInvoice, countMiss } from './answer-limits.ts';
import { readLanguage } from '#shared/primitives/language.ts';
import { estimatePageWords } from './words/index.ts';
import { renderEstimatePage } from './estimate-page.tsx';
import { newerWords, stateNote } from './estimate-page-words.ts';
import { renderNoEstimatePage, renderPdfLaterPage } from './page-frame.tsx';
import { pathOf, type RefusedForm, type Shown } from './shown-page.ts';

interface PageScript {
  /** The script's URL. It contains a hash of the content, so it can be cached permanently. */
  address: string;
  content: Buffer;
}

/** Loads the page's script from the build output. Returns null if it wasn't built. The page works without it. */
export const loadPageScript = (file: string): PageScript | null => {
  if (!existsSync(file)) return null;
  const content = readFileSync(file);
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { address: `/estimate.js?v=${hash}`, content };
};

/** Dependencies that all routes of the estimate page share. */
export interface PageRoutes {
  deps: ServerDeps;
  script: PageScript | null;
}

interface Wanted {
  token: string;
  /** The value of the query parameter for the selected option. */
  option: unknown;
  ip: string;
  /** The value of the query parameter for the language that the homeowner switched to. */
  language?: unknown;
  /** Whether to first check a pending payment's outcome with Stripe. Default: false. */
  paid?: boolean;
}

/**
 * Returns the page for a token. If the token is invalid, counts the request and returns undefined. Throws RATE_LIMITED.
 */
export async function findPage(
  deps: ServerDeps,
  { token, option, language, ip, paid = false }: Wanted,
): Promise<EstimatePage | undefined> {
  const asked = {
    token,
    language: readLanguage(language),
    ...(typeof option === 'string' ? { optionId: option } : {}),
  };
  const page = (await readEstimatePage(deps, asked)) ?? (await readInstantPreview(deps, asked));
  if (!page) await countMiss(deps, ip);
  if (!page || !paid || !page.payment.state?.onItsWay) return page;
  const { estimate } = page.version;
  await confirmPayment(deps, { companyId: estimate.company_id, estimateId: estimate.id });
  return readEstimatePage(deps, asked);
}

/**
 * Sets headers that prevent the page from being cached, indexed, framed or sent as a referrer. They allow only forms
 * that post to us and, if `script` is true, our own script. Returns the nonce for the page's styles.
 */
function privateHeaders(res: Response, script: boolean): string {
  const nonce = randomBytes(16).toString('base64');
  res.type('html').set({
    'Content-Security-Policy': [
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      "font-src 'self'",
      "img-src 'self'",
      ...(script ? ["script-src 'self'", "connect-src 'self'"] : []),
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
    'Cache-Control': 'private, no-store',
  });
  return nonce;
}

export const sendNoPage = (res: Response, productName: string, isErased = false): void => {
  const nonce = privateHeaders(res, false);
  const words = estimatePageWords(browserLanguage(res.req));
  res.status(isErased ? 410 : 404).send(renderNoEstimatePage(words, { productName, isErased }, nonce));
};

/** Redirects to the estimate page for a token, with the headers from `privateHeaders`. */
export const sendOn = (res: Response, token: string): void => {
  privateHeaders(res, false);
  res.redirect(302, pathOf({ token }));
};

/** Sends a small HTML page with the headers from `privateHeaders`. */
export const sendPrivately = (res: Response, render: (nonce: string) => string): void => {
  res.send(render(privateHeaders(res, false)));
};

/** Sends the page. If a form was rejected, the page shows its error and the typed values. */
export function sendPage(
  res: Response,
  { script }: PageRoutes,
  {
    page,
    token,
    refused = null,
    asked = false,
  }: Pick<Shown, 'page' | 'token'> & { refused?: RefusedForm | null; asked?: boolean },
): void {
  const nonce = privateHeaders(res, script !== null);
  const words = estimatePageWords(page.document.language);
  const brand = page.brandColor === null ? null : brandFill(page.brandColor);
  res.send(renderEstimatePage({ page, words, token, brand, script: script?.address ?? null, refused, asked }, nonce));
}

/**
 * Sends the page's content as a PDF. If it can't be drawn right now, sends a page that says so, with status 503. Throws
 * RATE_LIMITED if too many PDFs were rendered for this link or network.
 */
export async function sendPdf(
  deps: ServerDeps,
  res: Response,
  { page, token, ip }: { page: EstimatePage; token: string; ip: string },
): Promise<void> {
  const { document, version, right, state } = page;
  const words = estimatePageWords(document.language);
  const over = state === 'superseded' || state === 'expired' || state === 'declined';
  const note = (over ? stateNote({ page, words })?.words : newerWords({ page, words })) ?? null;
  const { acceptance } = version;
  const print = { document, acceptance, right, note };
  const name = `${document.number}${acceptance ? '-signed' : ''}`;
  await sendDrawn(deps, res, { page, token, name }, () => pdfOf(deps, print, () => countDrawing(deps, { token, ip })));
}

/**
 * Sends the invoice of a signed estimate, and makes it at the first request. Sends 404 for one that isn't signed. Throws
 * RATE_LIMITED.
 */
export async function sendInvoice(
  deps: ServerDeps,
  res: Response,
  { page, token, ip }: { page: EstimatePage; token: string; ip: string },
): Promise<void> {
  const { companyId, estimateId, language } = page.document;
  const at = deps.clock.now();
  const print = await inCompany(deps.db, companyId, (tx) => readInvoice(tx, { companyId, estimateId, language, at }));
  if (!print) return sendNoPage(res, deps.config.PRODUCT_NAME);
  await countInvoice(deps, { token, ip });
  await sendDrawn(deps, res, { page, token, name: print.number }, () => drawInvoice(print));
}

async function sendDrawn(
  deps: ServerDeps,
  res: Response,
  { page: { document }, token, name }: { page: EstimatePage; token: string; name: string },
  draw: () => Promise<Buffer>,
): Promise<void> {
  const words = estimatePageWords(document.language);
  const pdf = await draw().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'PROVIDER_UNAVAILABLE') return error;
    throw error;
  });
  if (pdf instanceof AppError) {
    deps.logger.warn({ estimateId: document.estimateId, err: errorForLog(pdf) }, "couldn't draw a PDF");
    res.status(ERROR_STATUS[pdf.code]).set('Retry-After', String(pdf.retryAfter));
    const links = { path: pathOf({ token }), pdf: res.req.originalUrl };
    return sendPrivately(res, (nonce) => renderPdfLaterPage(words, links, nonce));
  }
  privateHeaders(res, false);
  res.type('application/pdf').set('Content-Disposition', `inline; filename="${name}.pdf"`).send(pdf);
}
