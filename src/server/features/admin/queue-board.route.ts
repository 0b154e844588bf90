import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import express, { type RequestHandler, type Router } from 'express';
import helmet from 'helmet';
import { AppError } from '#shared/primitives/app-error.ts';
import type { ServerDeps } from '../../server-deps.ts';

export const QUEUE_BOARD = '/admin/queue';

/**
 * Serves the Bull Board queue monitor at `/admin/queue`, read-only and for admins only. Bull Board doesn't write to the
 * audit log, so its buttons are hidden and only GET and HEAD requests are allowed. Its headers allow `<base>`, unlike
 * other pages' headers. They don't allow what its page has before its script runs (`withoutStyles`).
 */
export function queueBoardRoutes(deps: Pick<ServerDeps, 'sessions' | 'queues'>): Router {
  const routes = express.Router();
  routes.use(QUEUE_BOARD, onlyAdmins(deps), onlyReading, boardHeaders, withoutStyles, board(deps));
  return routes;
}

const onlyAdmins =
  ({ sessions }: Pick<ServerDeps, 'sessions'>): RequestHandler =>
  async (req, _res, next) => {
    const { viewer } = await sessions.read(req.headers.cookie);
    if (!viewer) throw new AppError('Please sign in', 'UNAUTHENTICATED');
    if (!viewer.roles.includes('admin')) throw new AppError('Only admins can do this', 'FORBIDDEN');
    next();
  };

const onlyReading: RequestHandler = (req, res, next) => {
  res.set('Cache-Control', 'private, no-store');
  if (req.method !== 'GET' && req.method !== 'HEAD') throw new AppError('The queue board is read-only', 'FORBIDDEN');
  next();
};

/** The only style element that Bull Board's script inserts when it starts. After an update, its hash may be another. */
const BOARD_STYLE = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";

const boardHeaders = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    scriptSrcAttr: ["'none'"],
    styleSrc: ["'self'", BOARD_STYLE],
    imgSrc: ["'self'", 'data:'],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
});

/**
 * Takes out of Bull Board's page what our security policy would block: a font from another site, and a loading sign with
 * inline styles.
 */
const withoutStyles: RequestHandler = (_req, res, next) => {
  const send = res.send.bind(res);
  res.send = (body: unknown) =>
    send(
      typeof body === 'string'
        ? body.replace(/<link href="https:[^>]*>/, '').replace(/(<div id="root">)[^]*?(<\/div>\s*<script )/, '$1$2')
        : body,
    );
  next();
};

/**
 * Adds the type to Bull Board's Express application, which the adapter returns untyped. Throws a TypeError if it isn't
 * a function.
 */
const asHandler = (app: unknown): RequestHandler => {
  if (typeof app !== 'function') throw new TypeError("the queue board isn't a request handler");
  return app as RequestHandler;
};

/**
 * Creates the board on the first request. Later requests replace its queues if they were reopened after a Redis outage.
 */
function board({ queues }: Pick<ServerDeps, 'queues'>): RequestHandler {
  let made: { show: ReturnType<typeof createBullBoard>; router: RequestHandler } | undefined;
  let shown: unknown[] = [];
  return async (req, res, next) => {
    if (req.path === '/api/queues') await queues.counts();
    const open = queues.open();
    const adapters = () => open.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true }));
    if (!made) {
      const adapter = new ExpressAdapter().setBasePath(QUEUE_BOARD);
      made = {
        show: createBullBoard({ queues: adapters(), serverAdapter: adapter }),
        router: asHandler(adapter.getRouter()),
      };
    } else if (open.some((queue, index) => queue !== shown[index])) made.show.replaceQueues(adapters());
    shown = open;
    made.router(req, res, next);
  };
}
