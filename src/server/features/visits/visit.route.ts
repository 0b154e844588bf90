import express, { type Request, type Response, type Router } from 'express';
import { z, ZodError } from 'zod';
import {
  cancelByHomeowner,
  chooseVisitTime,
  readVisitPage,
  type VisitPage,
} from '#core/features/visits/homeowner-visit.ts';
import { visitPath, visitUrl } from '#core/features/visits/visit-links.ts';
import type { VisitRow } from '#core/features/visits/visits.table.ts';
import { visitInstant } from '#shared/features/visits/visits.schema.ts';
import { ERROR_STATUS, notFound } from '#shared/primitives/app-error.ts';
import { type Language, readLanguage } from '#shared/primitives/language.ts';
import { sentences } from '#shared/primitives/sentence.ts';
import { browserLanguage } from '../../http/browser-language.ts';
import { sayIn } from '../../http/errors-in-spanish.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { sayError, sayInvalid } from '../../trpc/error-mapping.ts';
import { countTry, countVisitMiss } from './visit-limits.ts';
import { renderNoVisitPage, renderVisitPage, sendVisitPage } from './visit-page.tsx';

const API = '/api/visit/v1';
const chooseBody = z.object({ startsAt: visitInstant });
const spoken = z.object({ language: z.string() }).partial().catch({});

/** A visit as the homeowner's programs see it. Leaves out the company's own data, such as who comes. */
const viewForHomeowner = (config: ServerDeps['config'], visit: VisitRow) => ({
  id: visit.id,
  startsAt: visit.starts_at.toISOString(),
  endsAt: visit.ends_at.toISOString(),
  status: visit.status,
  url: visitUrl(config, visit),
});

/** Whether a browser sent a form, so that it gets a page and not JSON. */
const isForm = (req: Request): boolean =>
  req.is('application/x-www-form-urlencoded') !== false && req.accepts(['json', 'html']) === 'html';

/**
 * Serves the homeowner's page of a visit, `/visit/:token`, which works without a script, and the same as JSON. A visit's
 * token moves and cancels it. An estimate's token books a visit. Unknown, altered and revoked tokens get the same 404.
 * The token is the only authorization, so there's no cookie that another site could misuse. Paths are case-sensitive, so
 * the log's redaction matches every token.
 */
export function visitRoutes(deps: ServerDeps): Router {
  const { config } = deps;
  const routes = express.Router({ caseSensitive: true });
  const form = express.urlencoded({ extended: false, limit: '8kb', parameterLimit: 20 });
  const json = express.json({ limit: '8kb' });

  const find = async (req: Request<{ token: string }>): Promise<VisitPage | undefined> => {
    const page = await readVisitPage(deps, req.params.token);
    if (!page) await countVisitMiss(deps, req.ip ?? '');
    return page;
  };
  const languageOf = (req: Request, page?: VisitPage): Language =>
    readLanguage(req.query['lang']) ??
    readLanguage(spoken.parse(req.body ?? {}).language) ??
    page?.language ??
    browserLanguage(req);
  const show = (
    req: Request<{ token: string }>,
    res: Response,
    page: VisitPage,
    refused?: { status: number; problem: string },
  ) =>
    sendVisitPage(res, refused?.status ?? 200, (nonce) =>
      renderVisitPage(
        {
          page,
          token: req.params.token,
          language: languageOf(req, page),
          now: deps.clock.now(),
          problem: refused?.problem,
        },
        nonce,
      ),
    );
  const showNone = (req: Request, res: Response) =>
    sendVisitPage(res, 404, (nonce) => renderNoVisitPage(languageOf(req), config.PRODUCT_NAME, nonce));

  /** Shows why a form was refused, with the times that are free now. Rethrows errors that a homeowner can't correct. */
  const refuse = async (req: Request<{ token: string }>, res: Response, error: unknown): Promise<void> => {
    const page = await find(req);
    if (!page) return showNone(req, res);
    const said = sayIn(languageOf(req, page), error instanceof ZodError ? sayInvalid(error) : sayError(error));
    if (said.code === 'UNKNOWN_ERROR') throw error;
    if (said.retryAfter !== undefined) res.set('Retry-After', String(said.retryAfter));
    show(req, res, page, { status: ERROR_STATUS[said.code], problem: sentences(said.message) });
  };
  const finish = (req: Request, res: Response, visit: VisitRow): void => {
    const language = readLanguage(spoken.parse(req.body ?? {}).language);
    res.set({ 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'private, no-store' });
    res.redirect(303, `${visitPath(config, visit)}${language === undefined ? '' : `?lang=${language}`}`);
  };

  routes.get('/visit/:token', async (req, res) => {
    const page = await find(req);
    if (page) show(req, res, page);
    else showNone(req, res);
  });

  routes.get(`${API}/:token`, async (req, res) => {
    const page = await find(req);
    if (!page) throw notFound('this visit');
    res.set('Cache-Control', 'private, no-store').json({
      visit: page.visit && viewForHomeowner(config, page.visit),
      slots: page.slots.map((startsAt) => ({ startsAt })),
    });
  });

  routes.post(`${API}/:token`, json, form, async (req, res) => {
    const { token } = req.params;
    try {
      await countTry(deps, { token, ip: req.ip ?? '' });
      const { startsAt } = chooseBody.parse(req.body ?? {});
      const visit = await chooseVisitTime(deps, { token, startsAt });
      if (isForm(req)) return finish(req, res, visit);
      res.set('Cache-Control', 'private, no-store').json({ visit: viewForHomeowner(config, visit) });
    } catch (error) {
      if (!isForm(req)) throw error;
      await refuse(req, res, error);
    }
  });

  routes.post('/visit/:token/cancel', json, form, async (req, res) => {
    const { token } = req.params;
    const isJson = req.accepts(['html', 'json']) === 'json';
    try {
      await countTry(deps, { token, ip: req.ip ?? '' });
      const visit = await cancelByHomeowner(deps, token);
      if (isJson) res.set('Cache-Control', 'private, no-store').json({ visit: viewForHomeowner(config, visit) });
      else finish(req, res, visit);
    } catch (error) {
      if (isJson) throw error;
      await refuse(req, res, error);
    }
  });
  return routes;
}
