import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { ZodError } from 'zod';
import { errorForLog } from '#core/platform/log-error.ts';
import { type Language, readLanguage } from '#shared/primitives/language.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { ERROR_STATUS } from '#shared/primitives/app-error.ts';
import type { ServerDeps } from '../server-deps.ts';
import { sayError, sayInvalid, type SaidError } from '../trpc/error-mapping.ts';
import { sayIn } from './errors-in-spanish.ts';
import { redactPath } from './request-log.ts';
import { sendStyled, type StyledPage } from './security-headers.ts';
import { escapeHtml, textPage } from './text-page.ts';

/** Returns whether a browser is opening a page. False for programs that request data. */
const wantsPage = (req: Request): boolean =>
  req.method === 'GET' && !/^\/(api|trpc|webhooks)\//.test(req.path) && req.accepts(['json', 'html']) === 'html';

/** Sends an error as `{error: {code, message, fields?}}`, the format of every plain JSON route. */
export function sendError(res: Response, { code, message, fields, retryAfter }: SaidError): void {
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  res
    .set('Cache-Control', 'no-store')
    .status(ERROR_STATUS[code])
    .json({ error: { code, message, ...(fields && { fields }) } });
}

/** Sends the 404 response: a page to browsers, and JSON to programs. */
export const nothingHere =
  (productName: string): RequestHandler =>
  (req, res) => {
    const message = 'We couldn’t find this page';
    if (!wantsPage(req)) return sendError(res, { code: 'NOT_FOUND', message });
    res.status(404).set('Cache-Control', 'no-store');
    sendStyled(
      res,
      problemPage({
        productName,
        title: 'Page not found',
        text: 'The URL may have a typo, or the page may have moved.',
      }),
    );
  };

/**
 * Handles errors from all routes outside tRPC: converts them, hides the details of internal errors, and logs each
 * server error once.
 */
export const onError =
  ({ config, logger }: Pick<ServerDeps, 'config' | 'logger'>): ErrorRequestHandler =>
  (error: unknown, req, res, next) => {
    const said = sayIn(spokenTo(req), sayHttpError(error));
    const where = { method: req.method, path: redactPath(req.path) };
    if (said.code === 'UNKNOWN_ERROR') logger.error({ ...where, err: errorForLog(error) }, 'a request failed');
    else if (said.code === 'PROVIDER_UNAVAILABLE')
      logger.warn({ ...where, err: errorForLog(error) }, 'a dependency of a request is unavailable');
    if (res.headersSent) return next(error);
    if (!wantsPage(req)) return sendError(res, said);
    if (said.retryAfter !== undefined) res.set('Retry-After', String(said.retryAfter));
    res.status(ERROR_STATUS[said.code]).set('Cache-Control', 'no-store');
    sendStyled(
      res,
      problemPage({ productName: config.PRODUCT_NAME, title: 'Something went wrong', text: sentences(said.message) }),
    );
  };

/**
 * Returns the language of a request from the widget or from the conversation about an estimate. Returns undefined for
 * other requests.
 */
function spokenTo(req: Request): Language | undefined {
  if (!/^\/api\/(?:widget|estimate|visit)\//.test(req.path)) return undefined;
  const body: unknown = req.body;
  const named = typeof body === 'object' && body !== null && 'language' in body ? body.language : req.query['lang'];
  return readLanguage(named);
}

/**
 * Converts an error from a route outside tRPC. For invalid requests, Express and its body parsers throw errors with a
 * status below 500.
 */
export function sayHttpError(error: unknown): SaidError {
  if (error instanceof ZodError) return sayInvalid(error);
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (
    typeof status !== 'number' ||
    status < 400 ||
    status >= 500 ||
    (error instanceof Error && error.name === 'AppError')
  )
    return sayError(error);
  if (status === 413) return { code: 'APP_ERROR', message: 'That request is too large' };
  return { code: 'APP_ERROR', message: 'We couldn’t read the request' };
}

/** Renders an error page with the product's logo and links to the home page and the dashboard. */
const problemPage = ({ productName, title, text }: { productName: string; title: string; text: string }): StyledPage =>
  textPage({
    title,
    siteName: productName,
    brand: productName,
    stakes: true,
    body: `<p>${escapeHtml(text)}</p><p class="acts"><a class="btn btn-primary" href="/">Go to the home page</a><a class="btn" href="/dashboard">Go to the dashboard</a></p>`,
  });
