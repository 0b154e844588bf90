import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { ZodError } from 'zod';
import { errorForLog } from '#core/platform/log-error.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { ERROR_STATUS } from '#shared/primitives/app-error.ts';
import type { ServerDeps } from '../server-deps.ts';
import { sayError, sayInvalid, type SaidError } from '../trpc/error-mapping.ts';
import { redactPath } from './request-log.ts';
import { escapeHtml, textPage } from './text-page.ts';

/** Whether the other side is a browser that opens a page, rather than a program. */
const wantsPage = (req: Request): boolean =>
  req.method === 'GET' && !/^\/(api|trpc|webhooks)\//.test(req.path) && req.accepts(['json', 'html']) === 'html';

/** `{error: {code, message, fields?}}`, as every plain JSON route answers a failure (contract.md, widget). */
export function sendError(res: Response, { code, message, fields, retryAfter }: SaidError): void {
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter));
  res
    .set('Cache-Control', 'no-store')
    .status(ERROR_STATUS[code])
    .json({ error: { code, message, ...(fields && { fields }) } });
}

/** Nothing lives at this address: a page for a person, JSON for a program. */
export const nothingHere =
  (productName: string): RequestHandler =>
  (req, res) => {
    const message = 'Nothing was found at this address';
    if (!wantsPage(req)) return sendError(res, { code: 'NOT_FOUND', message });
    res.status(404).set('Cache-Control', 'no-store').type('html');
    res.send(
      problemPage({
        productName,
        title: 'Page not found',
        text: 'The address may have a typo, or the page has moved.',
      }),
    );
  };

/** The end of every plain route that threw: maps it, hides what is internal, logs what is our fault once. */
export const onError =
  ({ config, logger }: Pick<ServerDeps, 'config' | 'logger'>): ErrorRequestHandler =>
  (error: unknown, req, res, next) => {
    const said = sayHttpError(error);
    const where = { method: req.method, path: redactPath(req.path) };
    if (said.code === 'UNKNOWN_ERROR') logger.error({ ...where, err: errorForLog(error) }, 'a request failed');
    else if (said.code === 'PROVIDER_UNAVAILABLE')
      logger.warn({ ...where, err: errorForLog(error) }, 'what a request needs does not answer');
    if (res.headersSent) return next(error);
    if (!wantsPage(req)) return sendError(res, said);
    if (said.retryAfter !== undefined) res.set('Retry-After', String(said.retryAfter));
    res.status(ERROR_STATUS[said.code]).set('Cache-Control', 'no-store').type('html');
    res.send(
      problemPage({ productName: config.PRODUCT_NAME, title: 'Something went wrong', text: sentences(said.message) }),
    );
  };

/** How a plain route's failure is told. What Express and its body parsers throw for a bad request carries a status below 500. */
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

/** A page in the product's look that says what is wrong and leads home. */
const problemPage = ({ productName, title, text }: { productName: string; title: string; text: string }): string =>
  textPage({
    title,
    siteName: productName,
    brand: productName,
    stakes: true,
    body: `<p>${escapeHtml(text)}</p><p class="acts"><a class="button" href="/">Go to ${escapeHtml(productName)}</a><a class="button quiet" href="/dashboard">Go to the dashboard</a></p>`,
  });
