import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Router } from 'express';
import { isbot } from 'isbot';
import { takeRequest } from '#core/features/instant/take-request.ts';
import { reportStep } from '#core/features/widget/funnel/reach-step.ts';
import { createViews } from '#core/features/widget/funnel/views.ts';
import { findAddresses } from '#core/features/widget/find-addresses.ts';
import { widgetConfig } from '#core/features/widget/widget-config.ts';
import type { ServerDeps } from '../../server-deps.ts';
import { widgetStepInput } from '#shared/features/widget/funnel.schema.ts';
import { widgetLeadInput } from '#shared/features/widget/widget.schema.ts';
import { AppError, ERROR_STATUS } from '#shared/primitives/app-error.ts';
import { type Language, readLanguage } from '#shared/primitives/language.ts';
import { acceptedLanguage } from '../../http/browser-language.ts';
import { sayHttpError } from '../../http/errors.ts';
import { requireModestJson } from '../../http/json-shape.ts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { createGeocoder } from '#core/platform/geocoder/geocoder.ts';
import { createRateLimit, type LimitDeps } from '#core/platform/rate-limit.ts';
import { networkOf } from '#shared/primitives/network.ts';

const API = '/api/widget/v1';
const MAX_BODY = '64kb';
const MAX_QUERY = 100;
/**
 * The highest zoom level that the map requests tiles for. If the service has no tiles at this level, the map zooms out.
 */
const CLOSEST_TILES = 20;

/**
 * Serves the widget's API. It's plain Express, because these are the busiest public routes (docs/decisions.md, 'Plain
 * Express for busy public routes'). Errors are thrown, and the app's `onError` returns them as `{error: {code, message,
 * fields}}`.
 */
export function widgetRoutes(deps: ServerDeps): Router {
  const routes = express.Router({ caseSensitive: true });
  const limits = widgetLimits(deps);
  const findStreets = createGeocoder(deps);
  const views = createViews(deps);
  const isVisit = visitsOf(deps.config);
  routes.use(API, anyOrigin);

  routes.get(`${API}/config/:contractorId`, async (req, res) => {
    const config = await widgetConfig(deps, req.params.contractorId, {
      url: req.get('referer'),
      origin: req.get('origin'),
      language: languageOf(req),
      ...(isFirstLook(req) && isVisit(req) && { shown: (companyId) => views.add(companyId, networkOf(ipOf(req))) }),
    });
    // revalidated on each load, so that a changed setting takes effect immediately. This does the same as res.json(),
    // but faster
    const body = JSON.stringify(config);
    res.setHeader('Cache-Control', 'no-cache');
    res.setHeader('Vary', 'Accept-Language');
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.setHeader('Content-Length', Buffer.byteLength(body));
    res.end(body);
  });

  routes.get(`${API}/address`, async (req, res) => {
    await limits.search(ipOf(req));
    const query = typeof req.query['q'] === 'string' ? req.query['q'].slice(0, MAX_QUERY) : '';
    const { complete, ...found } = await findAddresses({ findStreets, kind: deps.config.GEOCODER_KIND }, query);
    res.set('Cache-Control', complete ? 'public, max-age=3600' : 'no-store').json(found);
  });

  routes.get(`${API}/map`, (_req, res) => {
    const { MAP_TILES_URL: tilesUrl, MAP_TILES_ATTRIBUTION: attribution } = deps.config;
    res.set('Cache-Control', 'public, max-age=3600').json({ tilesUrl, attribution, maxZoom: CLOSEST_TILES });
  });

  routes.post(`${API}/leads`, jsonBody, async (req, res) => {
    const facts = { ip: ipOf(req), userAgent: req.get('user-agent') ?? '', origin: req.get('origin') };
    const answer = await takeRequest(deps, widgetLeadInput.parse(req.body), facts, () => limits.refused(facts.ip));
    res.status(201).set('Cache-Control', 'no-store').json(answer);
  });
  routes.use(`${API}/leads`, countRefusal(limits));

  routes.post(`${API}/steps`, jsonBody, async (req, res) => {
    await limits.step(ipOf(req));
    const report = widgetStepInput.parse(req.body);
    if (isVisit(req)) await reportStep(deps, report);
    res.status(204).end();
  });
  return routes;
}

/**
 * Returns whether a page requests the settings for the first time. In that request, `?lang` is present and contains at
 * most one comma. A request that only renews the ticket doesn't contain `?lang`. After the homeowner switches the
 * language, `?lang` contains two commas.
 */
const isFirstLook = (req: Request): boolean =>
  typeof req.query['lang'] === 'string' && req.query['lang'].split(',').length < 3;

/**
 * Returns a function that checks whether a request comes from a visitor to a contractor's site or to our hosted page.
 * Requests from the contractor's own demo and preview don't count. Requests from programs that identify themselves,
 * such as crawlers, don't count either. Of our own pages, only the hosted pages send their URL as the referrer.
 */
const visitsOf = ({ PUBLIC_URL }: ServerDeps['config']) => {
  const own = new URL(PUBLIC_URL).origin;
  return (req: Request): boolean => {
    const agent = req.get('user-agent') ?? '';
    const origin = req.get('origin');
    if (agent === '' || isbot(agent)) return false;
    return (
      (origin !== undefined && origin !== own) ||
      (URL.parse(req.get('referer') ?? '')?.pathname.startsWith('/w/') ?? false)
    );
  };
};

/**
 * Returns the language to show the widget in. `?lang` contains the chosen language (from `data-lang` or the language
 * switch) and, after a comma, the page's own language. The chosen language takes precedence, then Spanish if the page
 * is in Spanish, then the browser's language. An English page doesn't determine the language, because most sites show
 * an English page to every visitor.
 */
const languageOf = (req: Request): Language | undefined => {
  const { lang } = req.query;
  const [chosen, ofPage] = typeof lang === 'string' ? lang.split(',') : [];
  const spanishPage = readLanguage(ofPage) === 'es' ? 'es' : undefined;
  return readLanguage(chosen) ?? spanishPage ?? acceptedLanguage(req);
};

const ipOf = (req: { ip?: string | undefined }): string => req.ip ?? '';

/**
 * Allows any site to embed the widget. The widget's requests don't contain cookies, so requests from any origin are
 * safe.
 */
const anyOrigin: RequestHandler = (req, res, next) => {
  res.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': 'Retry-After',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (req.method !== 'OPTIONS') return next();
  res.set({
    'Access-Control-Allow-Methods': 'GET, POST, OPTIONS',
    // Monitoring scripts add headers of their own to every request of a page.
    'Access-Control-Allow-Headers': '*, Content-Type, Authorization',
    'Access-Control-Max-Age': '86400',
  });
  res.status(204).end();
};

/** Counts a rejected request. If the network has exceeded the limit, the response is a 429. */
const countRefusal =
  (limits: WidgetLimits): ErrorRequestHandler =>
  async (error: unknown, req, _res, next) => {
    const { code } = sayHttpError(error);
    if (ERROR_STATUS[code] < 500 && code !== 'RATE_LIMITED') await limits.refused(ipOf(req));
    next(error);
  };

// text/plain is accepted too, because it doesn't need a CORS preflight request from the host page
const parseJson = express.json({
  limit: MAX_BODY,
  type: ['application/json', 'text/plain'],
  strict: true,
  verify: (_req, _res, body) => requireModestJson(body),
});

const jsonBody: RequestHandler = (req, res, next) =>
  parseJson(req, res, (error?: unknown) => {
    if (error !== undefined) return next(error);
    if (typeof req.body !== 'object' || req.body === null || Array.isArray(req.body))
      return next(new AppError('Send the request as a JSON object', 'APP_ERROR'));
    next();
  });

const MESSAGE = 'Too many requests. Wait a few minutes and try again';
const TEN_MINUTES = 600;

/**
 * The maximum number of invalid or held requests from one network in ten minutes. Valid requests don't count, because
 * many homeowners may share an IP address. There's no limit per contractor, because an attacker could exhaust it and
 * block that contractor's widget.
 */
export const REFUSED_PER_NETWORK = 600;
/**
 * The maximum number of street address searches from one network in a minute. This allows one per keystroke for several
 * concurrent visitors.
 */
const SEARCHES_PER_NETWORK = 300;
/** The maximum number of reported steps from one network in a minute. Each visitor reports two steps. */
export const STEPS_PER_NETWORK = 60;

/**
 * Limits for the widget's API. Each method counts one request by wall-clock time. It throws RATE_LIMITED with
 * `retryAfter` if the network has exceeded the limit.
 */
interface WidgetLimits {
  /** Counts an invalid request, or a request that is about to be stored for review. */
  refused(ip: string): Promise<void>;
  search(ip: string): Promise<void>;
  step(ip: string): Promise<void>;
}

/**
 * Creates the limits. Refused requests are counted in Postgres across all server processes. Searches and steps are
 * counted in each process's memory, because they cost little.
 */
function widgetLimits(deps: LimitDeps): WidgetLimits {
  const refused = createRateLimit(deps, {
    name: 'widget-refused',
    points: REFUSED_PER_NETWORK,
    durationSeconds: TEN_MINUTES,
    message: MESSAGE,
  });
  return {
    refused: (ip) => refused.consume(networkOf(ip)),
    search: inMemory(SEARCHES_PER_NETWORK),
    step: inMemory(STEPS_PER_NETWORK),
  };
}

/** Limits a network's requests per minute in this process. */
function inMemory(points: number): (ip: string) => Promise<void> {
  const limiter = new RateLimiterMemory({ points, duration: 60 });
  return async (ip) => {
    try {
      await limiter.consume(networkOf(ip));
    } catch (cause) {
      if (!(cause instanceof RateLimiterRes)) throw cause;
      throw new AppError(MESSAGE, 'RATE_LIMITED', { retryAfter: Math.max(1, Math.ceil(cause.msBeforeNext / 1000)) });
    }
  };
}
